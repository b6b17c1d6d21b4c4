// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseTesting

/// Devices and passkeys.
extension ServerRun {
    /// The request about a device or a passkey that a move makes now; nil where there is nothing to make it with.
    func call(withFactor move: ServerMove) -> (user: String, call: ServerCall)? {
        switch move.kind {
        case .registerPasskey:
            guard let (user, holding) = newest(ofUser: move.user) else { return nil }
            return (user, .registerPasskey(holding, seed: newAuthenticatorSeed()))
        case .confirmDevice:
            guard !signIns.isEmpty else { return nil }
            let number = signIns.count - 1 - move.pick % min(signIns.count, 3)
            guard let device = signIns[number].device, device.number == number else { return nil }
            return (device.user, .confirmDevice(holding(number), device))
        case .rememberDevice, .forgetDevice, .signInWithDevice: return call(withDevice: move)
        default: return call(withPasskey: move)
        }
    }

    private func call(withDevice move: ServerMove) -> (user: String, call: ServerCall)? {
        guard !devices.isEmpty else { return nil }
        let device = devices[move.pick % devices.count]
        if move.kind == .signInWithDevice {
            return knownPassword(of: device.user).map { password in
                (device.user, .signInWithDevice(device, password: password, client(move)))
            }
        }
        guard let (user, holding) = newest(ofUser: device.user) else { return nil }
        return (user, move.kind == .rememberDevice ? .rememberDevice(holding, device) : .forgetDevice(holding, device))
    }

    private func call(withPasskey move: ServerMove) -> (user: String, call: ServerCall)? {
        guard !passkeys.isEmpty else { return nil }
        let passkey = passkeys[move.pick % passkeys.count]
        if move.kind == .signInWithPasskey { return (passkey.user, .signInWithPasskey(passkey, client(move))) }
        return newest(ofUser: passkey.user).map { ($0.user, .deletePasskey($0.holding, passkey)) }
    }

    /// The tokens of the newest sign-in of a user.
    private func newest(ofUser user: String) -> (user: String, holding: ServerCall.Holding)? {
        signIns.lastIndex { $0.user == user }.map { (user, holding($0)) }
    }

    private func holding(_ number: Int) -> ServerCall.Holding {
        holding(number, token: signIns[number].refreshTokens.count - 1)
    }

    /// The device that a sign-in got keys for.
    func newDevice(_ tokens: ServerAnswer.Tokens, of user: String) -> SimulatedDevice? {
        guard let key = tokens.newDevice?.deviceKey, let groupKey = tokens.newDevice?.deviceGroupKey else { return nil }
        return SimulatedDevice(number: signIns.count, user: user, key: key, groupKey: groupKey)
    }

    /// Keeps the device or the passkey of a call that may have had its effect.
    func keepFactor(_ event: inout ServerEvent) {
        switch event.call {
        case .confirmDevice(_, let device) where !devices.contains { $0.number == device.number }:
            devices.append(device)
        case .registerPasskey:
            guard case .registered(let authenticator) = event.answer else { return }
            event.newPasskey = passkeys.count
            passkeys.append(
                SimulatedPasskey(number: passkeys.count, user: event.user, authenticator: authenticator))
        default: return
        }
    }
}
