// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

// The device in the requests of a sign-in.
extension SignInConversation {
    /// Sends a request that names the device.
    ///
    /// If the service does not find a resource of the request, the request is sent again without the device; if that
    /// succeeds, the device is removed from the store.
    mutating func namingDevice(
        _ send: (_ deviceKey: String?) async throws(SessionError) -> SignInReply
    ) async throws(SessionError) -> SignInReply {
        guard let key = device?.deviceKey else { return try await send(nil) }
        do throws(SessionError) {
            return try await send(key)
        } catch {
            guard error.isNotFound else { throw error }
        }
        do throws(SessionError) {
            let reply = try await send(nil)
            forgetDevice()
            return reply
        } catch {
            if case .service = error, !error.isNotFound { forgetDevice() }
            throw error
        }
    }

    /// `DEVICE_SRP_AUTH`.
    mutating func openDevice(_ challenge: DeviceSRPAuthChallenge) async throws(SessionError) -> SignInReply {
        _ = try requireDevice()
        let answer = challenge.answer(typedUsername: machine.typedUsername, publicKey: beginHandshake())
        return try await forgettingRefusedDevice(answer)
    }

    /// `DEVICE_PASSWORD_VERIFIER`.
    mutating func prove(_ challenge: DevicePasswordVerifierChallenge) async throws(SessionError) -> SignInReply {
        guard let handshake else { throw .unknown("The service asked for the proof of a device that was not begun.") }
        let answer = try challenge.answer(try requireDevice(), client: handshake, date: tools.clock.now())
        return try await forgettingRefusedDevice(answer)
    }

    private mutating func forgettingRefusedDevice(_ answer: ChallengeAnswer) async throws(SessionError) -> SignInReply {
        do throws(SessionError) {
            return try await respond(answer)
        } catch {
            if error.isOfDevice { forgetDevice() }
            throw error
        }
    }

    private mutating func forgetDevice() {
        device = nil
        tools.devices.forget(of: machine.typedUsername)
    }

    private func requireDevice() throws(SessionError) -> RememberedDevice {
        guard let device else { throw .unanswerable("The service asks for a device that this installation is not.") }
        return device
    }
}

extension SessionError {
    fileprivate var isNotFound: Bool {
        guard case .service(let fault) = self else { return false }
        return fault.code == .resourceNotFound
    }
}
