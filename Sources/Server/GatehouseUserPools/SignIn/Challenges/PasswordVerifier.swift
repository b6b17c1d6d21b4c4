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
        _ start: SignInStart, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        let clientKey = try clientPublicKey(parameters["SRP_A"] ?? "")
        var machine = SignInMachine()
        guard case .challenge(let name) = try machine.handle(.askedForSRP) else { throw .invalidSession }
        let userID = pools.userIDForSRP(start)
        let verifier = try pools.passwords.verifier(
            of: start.user, name: start.pool.comparable(start.typedName), poolID: start.pool.id)
        let privateKey = pools.entropy.bytes(32)
        // A power of the generator takes a tenth of a millisecond, no longer than the way to another thread and back.
        let server = SRPServer(
            identity: .user(poolID: start.pool.id, userIDForSRP: userID), verifier: verifier,
            privateKey: privateKey, arithmetic: pools.arithmetic)
        let block = SecretBlock(
            ticket: pools.entropy.uuid(), poolID: start.pool.id, clientID: start.client.id,
            sub: start.user?.sub ?? pools.entropy.uuid(),
            isKnown: start.user != nil, typedName: start.typedName, userID: userID,
            clientPublicKey: clientKey.bytes, serverPublicKey: server.publicKey, serverPrivateKey: privateKey,
            expiresAt: pools.clock.now.addingTimeInterval(start.client.sessionValidity))
        return challenge(name, block: block, saltHex: verifier.saltHex, publicKeyHex: server.publicKeyHex)
    }

    /// Checks the answer and goes on with the sign-in.
    func answerPasswordVerifier(
        _ request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let now = pools.clock.now
        let (answer, block, start) = try await resumed(by: request, at: now)
        try pools.clientSecrets.checkHash(
            answer.secretHash, usernames: [answer.username, block.userID], client: start.client)
        try checkName(answer.username, of: block, start: start)
        try pools.countRequest(
            about: start.user, named: start.pool.comparable(block.typedName), inPool: start.pool.id)
        try start.checkUser(at: now)
        let origin = origin(data, by: start.client)
        return try await pools.compute.staying { () async throws(ServiceFault) in
            let isRight = try await verify(answer, block: block, start: start)
            return try await pools.conclude(
                PasswordProof(
                    client: start.client, pool: start.pool, typedName: block.typedName, user: start.user,
                    grounds: start.grounds, isRight: isRight, origin: origin, ticket: block.spentTicket,
                    reuse: request.session == nil ? .wrongCredentials : .spentSession,
                    machine: SignInMachine(state: .passwordVerifier)))
        }
    }

    private func challenge(
        _ name: ChallengeNameType, block: SecretBlock, saltHex: String, publicKeyHex: String
    ) -> SignInAnswer {
        let session = SignInSession(
            ticket: block.ticket, poolID: block.poolID, clientID: block.clientID, sub: block.sub,
            typedName: block.typedName, state: .passwordVerifier, expiresAt: block.expiresAt)
        return .challenge(
            name, session: session.sealed(by: pools.sealer),
            parameters: [
                "USERNAME": block.userID,
                "USER_ID_FOR_SRP": block.userID,
                "SALT": saltHex,
                "SRP_B": publicKeyHex,
                "SECRET_BLOCK": Base64.encode(block.sealed(by: pools.sealer)),
            ])
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
            guard session.ticket == block.ticket, session.state == .passwordVerifier else { throw .invalidSession }
        }
        return block
    }

    /// The name in an answer is the one that was typed or the one that the challenge told.
    private func checkName(_ name: String, of block: SecretBlock, start: SignInStart) throws(ServiceFault) {
        let known = [block.userID, block.typedName, block.sub].map(start.pool.comparable)
        guard known.contains(start.pool.comparable(name)) else { throw .invalidSession }
    }

    /// Takes the answer up where the challenge left off: first the client is judged, then what it sends.
    private func resumed(
        by request: RespondToAuthChallengeRequest, at now: Date
    ) async throws(ServiceFault) -> (PasswordVerifierAnswer, SecretBlock, SignInStart) {
        try await pools.read { store in
            let (client, pool) = try store.existingClient(request.clientId)
            let answer = try PasswordVerifierAnswer(request.challengeResponses ?? [:])
            let block = try handshake(behind: answer, of: request, at: now)
            let user = block.isKnown ? try store.user(block.sub, inPool: pool.id) : nil
            let start = SignInStart(
                client: client, pool: pool, typedName: block.typedName, user: user,
                attempts: try pools.attempts(against: user, typedName: block.typedName, in: pool, from: store),
                grounds: try store.tokenGrounds(of: user, inPool: pool.id))
            return (answer, block, start)
        }
    }

    private func verify(
        _ answer: PasswordVerifierAnswer, block: SecretBlock, start: SignInStart
    ) async throws(ServiceFault) -> Bool {
        let verifier = try pools.passwords.verifier(
            of: start.user, name: start.pool.comparable(block.typedName), poolID: block.poolID)
        let arithmetic = pools.arithmetic
        return try await pools.compute {
            let server = SRPServer(
                identity: .user(poolID: block.poolID, userIDForSRP: block.userID), verifier: verifier,
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
    init(_ responses: [String: String]) throws(ServiceFault) {
        func member(_ name: String) throws(ServiceFault) -> String {
            guard let value = responses[name] else { throw .missingParameter(name) }
            return value
        }
        username = try member("USERNAME")
        timestamp = try member("TIMESTAMP")
        let block = try member("PASSWORD_CLAIM_SECRET_BLOCK")
        let claim = try member("PASSWORD_CLAIM_SIGNATURE")
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
    func userIDForSRP(_ start: SignInStart) -> String {
        if let user = start.user { return user.username }
        let name = start.pool.comparable(start.typedName)
        let isAlias = UserNames.aliasForm(of: name, in: start.pool) != nil
        guard start.pool.usesUsernameAttributes || isAlias else { return name }
        let stable = sealer.mac(Array("\(start.pool.id)|\(name)".utf8), purpose: "decoy-user-id")
        return Entropy { Array(stable.prefix($0)) }.uuid()
    }
}
