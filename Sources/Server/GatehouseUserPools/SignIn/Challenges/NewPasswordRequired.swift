// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// NEW_PASSWORD_REQUIRED: a user with a temporary password chooses a new one.
extension UserPools {
    /// The challenge, with the attributes that the user must still give.
    func newPasswordChallenge(
        _ session: SignInSession, user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord
    ) -> SignInAnswer {
        let missing = Self.missingAttributes(of: user, in: pool).map { WireValue.string("userAttributes.\($0)") }
        let known = user.attributes.filter { client.mayRead($0.key) }.mapValues(WireValue.string)
        return .challenge(
            .newPasswordRequired, session: session.sealed(by: sealer),
            parameters: [
                "USER_ID_FOR_SRP": user.username,
                "requiredAttributes": String(decoding: WireValue.array(missing).json(), as: UTF8.self),
                "userAttributes": String(decoding: WireValue.object(known).json(), as: UTF8.self),
            ])
    }

    fileprivate static func missingAttributes(of user: UserRecord, in pool: UserPoolRecord) -> [String] {
        (pool.description.schemaAttributes ?? []).compactMap { attribute in
            guard attribute.required == true, let name = attribute.name, name != "sub" else { return nil }
            return user.attributes[name] == nil ? name : nil
        }
    }
}

extension UserPoolsService {
    /// Sets the new password and finishes the sign-in.
    ///
    /// A password or attribute that is refused leaves the challenge open.
    func answerNewPasswordRequired(
        _ request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (answer, session, start) = try await openChallenge(request)
        let (client, pool, user) = (start.client, start.pool, start.user)
        try checkCaller(answer, session: session, user: user, client: client, in: pool)
        let changed = try await withNewPassword(answer, user: user, client: client, in: pool)
        var machine = SignInMachine(state: session.state)
        _ = try machine.handle(.choseNewPassword)
        let issue = try await pools.newTokens(
            for: changed, client: client, in: pool, grounds: start.grounds, from: origin(data, by: client),
            eventID: session.eventID ?? pools.entropy.uuid())
        try await pools.write { store in
            guard try store.spend(session.spentTicket) else { throw ServiceFault.spentSession }
            guard
                let stored = try store.user(user.sub, inPool: pool.id), stored == user,
                stored.status == .forceChangePassword
            else { throw ServiceFault.invalidSession }
            try store.keepPassword(of: stored, in: pool)
            try store.update(changed)
            try store.claimNames(of: changed, in: pool)
            try issue.save(in: store)
            try store.passEvent(session.eventID, of: user)
        }
        return .tokens(issue.result)
    }

    /// Finds the challenge that a request answers: first the client is judged, then what it sends.
    ///
    /// The session is good only for the temporary password that was proved, and while nobody has answered it: whoever
    /// kept it must not try passwords on the user's history.
    private func openChallenge(
        _ request: RespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> (NewPasswordAnswer, SignInSession, NewPasswordGrounds) {
        let now = pools.clock.now
        return try await pools.read { store in
            let (client, pool) = try store.existingClient(request.clientId)
            let answer = try NewPasswordAnswer(request)
            let session = try SignInSession(
                opening: answer.session, clientID: client.id, sealer: pools.sealer, now: now)
            guard session.state == .newPasswordRequired else { throw ServiceFault.invalidSession }
            guard try !store.isSpent(session.spentTicket) else { throw ServiceFault.spentSession }
            guard
                let user = try store.user(session.sub, inPool: pool.id), user.status == .forceChangePassword,
                let password = user.password, password.digest == session.password
            else { throw ServiceFault.invalidSession }
            let grounds = NewPasswordGrounds(
                client: client, pool: pool, user: user, grounds: try store.tokenGrounds(of: user, inPool: pool.id))
            return (answer, session, grounds)
        }
    }

    private func checkCaller(
        _ answer: NewPasswordAnswer, session: SignInSession, user: UserRecord, client: AppClientRecord,
        in pool: UserPoolRecord
    ) throws(ServiceFault) {
        try pools.clientSecrets.checkHash(
            answer.responses["SECRET_HASH"], usernames: [answer.username], client: client)
        let known = [user.username, user.sub, session.typedName].map(pool.comparable)
        guard known.contains(pool.comparable(answer.username)) else { throw .invalidSession }
        try pools.countRequest(about: user, named: user.sub, inPool: pool.id)
        guard user.isEnabled else { throw .disabledUser }
    }

    private func withNewPassword(
        _ answer: NewPasswordAnswer, user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord {
        try pool.passwordPolicy.check(answer.password)
        try await pools.checkHistory(answer.password, of: user, in: pool)
        var changed = user
        changed.attributes.merge(try newAttributes(answer.responses, user: user, client: client, in: pool)) { $1 }
        if let missing = UserPools.missingAttributes(of: changed, in: pool).first {
            throw .invalidParameter("Invalid attributes given, \(missing) is missing")
        }
        changed.password = try await sealedPassword(
            answer.password, sub: user.sub, username: user.username, in: pool)
        changed.status = .confirmed
        changed.modifiedAt = pools.clock.now
        return changed
    }

    private func newAttributes(
        _ responses: [String: String], user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord
    ) throws(ServiceFault) -> [String: String] {
        let prefix = "userAttributes."
        let given = responses.filter { $0.key.hasPrefix(prefix) }
            .map { AttributeType(name: String($0.key.dropFirst(prefix.count)), value: $0.value) }
        for attribute in given {
            if let present = user.attributes[attribute.name], present != attribute.value {
                throw ServiceFault(.notAuthorized, "Cannot modify an already provided \(attribute.name)")
            }
        }
        let fresh = given.filter { user.attributes[$0.name] == nil }
        return try UserAttributes.checked(fresh, for: pool, by: .client(client))
    }
}

/// The members of an answer to NEW_PASSWORD_REQUIRED.
private struct NewPasswordAnswer: Sendable {
    let session: String
    let username: String
    let password: String
    /// All of them, with the user's attributes.
    let responses: [String: String]

    /// - Throws: `InvalidParameterException` that names the first member that is missing.
    init(_ request: RespondToAuthChallengeRequest) throws(ServiceFault) {
        responses = request.challengeResponses ?? [:]
        guard let session = request.session else { throw .missingParameter("Session") }
        guard let username = responses["USERNAME"] else { throw .missingParameter("USERNAME") }
        guard let password = responses["NEW_PASSWORD"] else { throw .missingParameter("NEW_PASSWORD") }
        (self.session, self.username, self.password) = (session, username, password)
    }
}

/// The rows behind a challenge that is open.
private struct NewPasswordGrounds: Sendable {
    let client: AppClientRecord
    let pool: UserPoolRecord
    let user: UserRecord
    let grounds: TokenGrounds
}
