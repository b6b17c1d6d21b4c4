// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A started SRP handshake: PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER.
struct SRPHandshake: Sendable {
    fileprivate let block: SecretBlock
    fileprivate let parameters: [String: String]

    /// The answer that contains the challenge.
    func challenge(
        _ name: ChallengeNameType, adding more: [String: String], sealedBy sealer: Sealer
    ) -> SignInAnswer {
        .challenge(name, session: block.session.sealed(by: sealer), parameters: parameters.merging(more) { $1 })
    }
}

/// Begins SRP handshakes.
struct SRPHandshakes: Sendable {
    let sealer: Sealer
    let entropy: Entropy
    let arithmetic: any SRPArithmetic

    /// Generates `b`, and seals the state of the handshake together with its sign-in.
    func begin(
        _ session: SignInSession, userID: String, identity: SRPIdentity, verifier: SRPVerifier, publicKey: SRPPublicKey
    ) -> SRPHandshake {
        let privateKey = entropy.bytes(32)
        // A power of the generator takes 0.1 ms, no longer than a switch to another thread and back.
        let server = SRPServer(
            identity: identity, verifier: verifier, privateKey: privateKey, arithmetic: arithmetic)
        let block = SecretBlock(
            session: session, userID: userID, clientPublicKey: publicKey.bytes, serverPublicKey: server.publicKey,
            serverPrivateKey: privateKey)
        return SRPHandshake(
            block: block,
            parameters: [
                "USERNAME": userID,
                "SALT": verifier.saltHex,
                "SRP_B": server.publicKeyHex,
                "SECRET_BLOCK": Base64.encode(block.sealed(by: sealer)),
            ])
    }
}

extension SRPPublicKey {
    /// Reads an app's `SRP_A`.
    /// - Throws: `InvalidParameterException` for an invalid public key.
    init(ofApp hex: String) throws(ServiceFault) {
        do {
            try self.init(hex: hex)
        } catch {
            throw .invalidParameter("SRP_A is not a valid public key.")
        }
    }
}

extension UserPoolsService {
    /// Resumes a handshake; checks the client first, then the answer.
    ///
    /// The answer itself says what is to be read, so that all rows can come together.
    func resumeHandshake(
        answering request: RespondToAuthChallengeRequest, in state: SignInMachine.State, context data: ContextData
    ) async throws(ServiceFault) -> (SRPAnswer, SecretBlock, SignIn) {
        let opened = Result { () throws(ServiceFault) -> (answer: SRPAnswer, block: SecretBlock) in
            let answer = try SRPAnswer(ChallengeResponses(request.challengeResponses))
            return (answer, try handshake(behind: answer, of: request, in: state))
        }
        return try await records.read { store in
            if case .success(let known) = opened, let pool = store.rememberedPool(ofClient: request.clientId) {
                store.expect([.appClient(request.clientId), .userPool(pool.id)])
                store.expect(rows(of: known.block.session, in: pool, device: known.answer.deviceKey))
            }
            let (client, pool) = try store.existingClient(request.clientId, context: data)
            let (answer, block) = try opened.get()
            var signIn = try resume(
                block.session, client: client, pool: pool, device: answer.deviceKey, context: data, from: store)
            signIn.metadata = request.clientMetadata
            // Without a session string, the answer is like one with a wrong password.
            if request.session == nil { signIn.secondAnswerFault = .wrongCredentials }
            return (answer, block, signIn)
        }
    }

    /// The handshake that a request continues.
    ///
    /// Clients may omit the session. A session in the request must belong to the handshake, and if it has expired, the
    /// fault is that of an expired session.
    private func handshake(
        behind answer: SRPAnswer, of request: RespondToAuthChallengeRequest, in state: SignInMachine.State
    ) throws(ServiceFault) -> SecretBlock {
        let now = pools.forwardClock.now
        let session = try request.session.map { text throws(ServiceFault) in
            try SignInSession(unsealing: text, clientID: request.clientId, sealer: pools.sealer, now: now)
        }
        let block = try SecretBlock(
            unsealing: answer.secretBlock, clientID: request.clientId, sealer: pools.sealer, now: now)
        guard block.session.state == state else { throw .invalidSession }
        if let session {
            guard session.stepID == block.session.stepID, session.state == state else { throw .invalidSession }
        }
        return block
    }
}
