// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// DEVICE_SRP_AUTH: a remembered device proves itself, instead of the second factor or as the last step.
extension ChallengeIssuer {
    /// Issues the challenge.
    /// - Throws: `ResourceNotFoundException` if the device was forgotten in the meantime.
    func issueDeviceSRPAuth(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        guard let device = signIn.device.record else { throw .noSuchDevice }
        return ChallengeIssue(
            signIn: signIn, name: .deviceSrpAuth,
            parameters: ["USERNAME": try signIn.knownUser.username, "DEVICE_KEY": device.key])
    }
}

/// Stores sign-ins that wait for the proof of their device.
struct WaitingSignIns: Sendable {
    let sealer: Sealer

    /// Stores a sign-in that waits for the proof of its device, for an app that sends no session strings.
    ///
    /// To continue, the app must send the public key with which the password was proved, and complete the handshake of
    /// the device with its private key. Only the caller that proved the password has that key. A device has one such
    /// sign-in at a time.
    func keep(_ signIn: SignIn, under publicKey: [UInt8], in store: any UserPoolWriting) throws {
        guard signIn.session.state == .deviceSRP, let known = signIn.device.record else { return }
        guard var device = try store.device(known.key, ofUser: known.sub, inPool: known.poolID) else {
            throw ServiceFault.noSuchDevice
        }
        device.waiting = DeviceRecord.WaitingSignIn(
            publicKeyHash: hash(ofPublicKey: publicKey), session: signIn.session.sealed(by: sealer))
        try store.update(device)
    }

    fileprivate func hash(ofPublicKey publicKey: [UInt8]) -> [UInt8] {
        sealer.mac(publicKey, purpose: .deviceSignIn)
    }
}

extension UserPoolsService {
    /// Begins the handshake with the device; several handshakes may begin, but only one can end in tokens.
    func answerDeviceSRPAuth(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        var request = request
        if request.session == nil { request.session = try await keptSession(for: request, context: data) }
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.deviceSRP], needing: ["DEVICE_KEY", "SRP_A"], context: data)
        let device = try signIn.challengedDevice
        let publicKey = try SRPPublicKey(ofApp: try answer.required("SRP_A"))
        var machine = SignInMachine(state: signIn.session.state)
        _ = try machine.handle(.namedDevice)
        // The session keeps its id, event and expiry, because nothing was proved.
        var session = signIn.session
        session.state = machine.state
        let handshake = pools.handshakes.begin(
            session, userID: try signIn.knownUser.username, identity: pools.deviceKeys.identity(of: device),
            verifier: try pools.deviceVerifiers.open(device), publicKey: publicKey)
        return handshake.challenge(
            .devicePasswordVerifier, adding: ["DEVICE_KEY": device.key], sealedBy: pools.sealer)
    }

    /// The stored session string, for an app that sends none.
    /// - Throws: `InvalidParameterException` for all other callers, as if no session string were stored.
    private func keptSession(
        for request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> String {
        let answer = ChallengeResponses(request.challengeResponses)
        let username = try answer.required("USERNAME")
        let key = try answer.required("DEVICE_KEY")
        let publicKey = try SRPPublicKey(ofApp: try answer.required("SRP_A"))
        let waiting = try await records.read { store in
            let (_, pool) = try store.existingClient(request.clientId, context: data)
            return try store.findUser(username, in: pool).flatMap { try store.device(key, of: $0)?.waiting }
        }
        guard let waiting,
            constantTimeEqual(waiting.publicKeyHash, pools.waitingSignIns.hash(ofPublicKey: publicKey.bytes))
        else {
            throw .missingParameter("Session")
        }
        return waiting.session
    }
}

extension SignIn {
    /// The device of the challenge.
    /// - Throws: `NotAuthorizedException` if the answer names another device, and `ResourceNotFoundException` if the
    ///   device was forgotten in the meantime or the pool no longer tracks devices.
    var challengedDevice: DeviceRecord {
        get throws(ServiceFault) {
            guard let device = device.record else { throw .noSuchDevice }
            guard device.key == session.deviceKey else { throw .invalidSession }
            return device
        }
    }
}
