// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// PASSWORD_VERIFIER: the user proves the password over SRP-6a.
extension UserPoolsService {
    /// Opens the challenge: draws `b` and answers with salt, `B` and the sealed state.
    func beginPasswordVerifier(
        _ signIn: SignIn, publicKey: String
    ) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        let clientKey = try clientPublicKey(publicKey)
        var machine = SignInMachine(state: signIn.session.state)
        _ = try machine.handle(.askedForSRP)
        let userID = pools.userIDForSRP(signIn)
        let verifier = try pools.passwords.verifier(
            of: signIn.user, name: signIn.pool.comparable(signIn.session.typedName), poolID: signIn.pool.id)
        let privateKey = pools.entropy.bytes(32)
        // A power of the generator takes a tenth of a millisecond, no longer than the way to another thread and back.
        let server = SRPServer(
            identity: .user(poolID: signIn.pool.id, userIDForSRP: userID), verifier: verifier,
            privateKey: privateKey, arithmetic: pools.arithmetic)
        let session = signIn.moved(to: machine.state, of: signIn.user, eventID: nil, in: pools).session
        let block = SecretBlock(
            session: session, userID: userID, clientPublicKey: clientKey.bytes, serverPublicKey: server.publicKey,
            serverPrivateKey: privateKey)
        return .challenge(
            .passwordVerifier, session: session.sealed(by: pools.sealer),
            parameters: [
                "USERNAME": userID,
                "USER_ID_FOR_SRP": userID,
                "SALT": verifier.saltHex,
                "SRP_B": server.publicKeyHex,
                "SECRET_BLOCK": Base64.encode(block.sealed(by: pools.sealer)),
            ])
    }

    /// Checks the answer and goes on with the sign-in.
    func answerPasswordVerifier(
        _ request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (answer, block, signIn) = try await resumed(by: request, saying: data)
        try pools.clientSecrets.checkHash(
            answer.secretHash, usernames: [answer.username, block.userID], client: signIn.client)
        try checkName(answer.username, of: block, in: signIn)
        try pools.countRequest(
            about: signIn.user, named: signIn.pool.comparable(signIn.session.typedName), inPool: signIn.pool.id)
        try signIn.checkUser(at: pools.clock.now)
        let reuse: ServiceFault = request.session == nil ? .wrongCredentials : .spentSession
        return try await pools.compute.staying { () async throws(ServiceFault) in
            guard try await verify(answer, block: block, signIn: signIn), let user = signIn.user else {
                try await pools.refuse(signIn, proof: .password, once: true, reuse: reuse)
            }
            return try await pools.take(
                SignInStep(
                    signIn: signIn, event: .provedFirstFactor(try signIn.rest(for: user)), user: user,
                    proof: .password, reuse: reuse))
        }
    }

    private func clientPublicKey(_ hex: String) throws(ServiceFault) -> SRPPublicKey {
        do {
            return try SRPPublicKey(hex: hex)
        } catch {
            throw .invalidParameter("SRP_A is not a valid public key.")
        }
    }

    /// The handshake that a request goes on with.
    ///
    /// A session that is sent must belong to it, and its age is told in the session's words; clients may leave it out.
    private func handshake(
        behind answer: PasswordVerifierAnswer, of request: RespondToAuthChallengeRequest, at now: Date
    ) throws(ServiceFault) -> SecretBlock {
        let session = try request.session.map { text throws(ServiceFault) in
            try SignInSession(opening: text, clientID: request.clientId, sealer: pools.sealer, now: now)
        }
        let block = try SecretBlock(
            opening: answer.secretBlock, clientID: request.clientId, sealer: pools.sealer, now: now)
        if let session {
            guard session.ticket == block.session.ticket, session.state == .passwordVerifier else {
                throw .invalidSession
            }
        }
        return block
    }

    /// The name in an answer is the one that was typed or the one that the challenge told.
    private func checkName(_ name: String, of block: SecretBlock, in signIn: SignIn) throws(ServiceFault) {
        guard signIn.isNamed(name) || signIn.pool.comparable(name) == signIn.pool.comparable(block.userID) else {
            throw .invalidSession
        }
    }

    /// Takes the answer up where the challenge left off: first the client is judged, then what it sends.
    private func resumed(
        by request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> (PasswordVerifierAnswer, SecretBlock, SignIn) {
        let now = pools.clock.now
        return try await pools.read { store in
            let (client, pool) = try store.existingClient(request.clientId)
            let answer = try PasswordVerifierAnswer(ChallengeResponses(request.challengeResponses))
            let block = try handshake(behind: answer, of: request, at: now)
            return (answer, block, try taking(up: block.session, client: client, pool: pool, saying: data, from: store))
        }
    }

    private func verify(
        _ answer: PasswordVerifierAnswer, block: SecretBlock, signIn: SignIn
    ) async throws(ServiceFault) -> Bool {
        let verifier = try pools.passwords.verifier(
            of: signIn.user, name: signIn.pool.comparable(signIn.session.typedName), poolID: signIn.pool.id)
        let arithmetic = pools.arithmetic
        return try await pools.compute {
            let server = SRPServer(
                identity: .user(poolID: signIn.pool.id, userIDForSRP: block.userID), verifier: verifier,
                privateKey: block.serverPrivateKey, publicKey: block.serverPublicKey,
                arithmetic: arithmetic)
            return try server.accepts(
                signature: answer.signature, clientPublicKey: SRPPublicKey(bytes: block.clientPublicKey),
                secretBlock: answer.secretBlock, timestamp: answer.timestamp)
        }
    }
}

/// The members of an answer to PASSWORD_VERIFIER.
private struct PasswordVerifierAnswer: Sendable {
    let username: String
    let secretBlock: [UInt8]
    let signature: [UInt8]
    let timestamp: String
    let secretHash: String?

    /// - Throws: `InvalidParameterException` that names the first member that is missing.
    init(_ responses: ChallengeResponses) throws(ServiceFault) {
        username = try responses.required("USERNAME")
        timestamp = try responses.required("TIMESTAMP")
        let block = try responses.required("PASSWORD_CLAIM_SECRET_BLOCK")
        let claim = try responses.required("PASSWORD_CLAIM_SIGNATURE")
        guard let secretBlock = Base64.decode(block), let signature = Base64.decode(claim) else {
            throw .wrongCredentials
        }
        self.secretBlock = secretBlock
        self.signature = signature
        secretHash = responses["SECRET_HASH"]
    }
}

extension UserPools {
    /// The name that SRP is computed with: the stored one, or for a name that stands for nobody, what a stored one would
    /// look like.
    func userIDForSRP(_ signIn: SignIn) -> String {
        if let user = signIn.user { return user.username }
        let name = signIn.pool.comparable(signIn.session.typedName)
        let isAlias = UserNames.aliasForm(of: name, in: signIn.pool) != nil
        guard signIn.pool.usesUsernameAttributes || isAlias else { return name }
        let stable = sealer.mac(Array("\(signIn.pool.id)|\(name)".utf8), purpose: "decoy-user-id")
        return Entropy { Array(stable.prefix($0)) }.uuid()
    }
}
