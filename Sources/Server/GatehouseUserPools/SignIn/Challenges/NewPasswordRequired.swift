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
        let responses = request.challengeResponses ?? [:]
        guard let text = request.session else { throw .missingParameter("Session") }
        let now = pools.clock.now
        let session = try SignInSession(
            opening: text, clientID: request.clientId, sealer: pools.sealer, now: now)
        guard session.state == .newPasswordRequired else { throw .invalidSession }
        let (client, pool, user, grounds) = try await pools.read { store in
            let (client, pool) = try store.existingClient(session.clientID)
            guard let user = try store.user(session.sub, inPool: pool.id) else { throw ServiceFault.invalidSession }
            return (client, pool, user, try store.tokenGrounds(of: user, inPool: pool.id))
        }
        try checkCaller(responses, session: session, user: user, client: client, in: pool)
        let changed = try await withNewPassword(responses, user: user, client: client, in: pool)
        var machine = SignInMachine(state: session.state)
        _ = try machine.handle(.choseNewPassword)
        let issue = try await pools.newTokens(
            for: changed, client: client, in: pool, grounds: grounds, from: origin(data, by: client),
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

    private func checkCaller(
        _ responses: [String: String], session: SignInSession, user: UserRecord, client: AppClientRecord,
        in pool: UserPoolRecord
    ) throws(ServiceFault) {
        guard let name = responses["USERNAME"] else { throw .missingParameter("USERNAME") }
        try pools.clientSecrets.checkHash(responses["SECRET_HASH"], usernames: [name], client: client)
        let known = [user.username, user.sub, session.typedName].map(pool.comparable)
        guard known.contains(pool.comparable(name)) else { throw .invalidSession }
        guard user.isEnabled else { throw .disabledUser }
    }

    private func withNewPassword(
        _ responses: [String: String], user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord {
        guard let password = responses["NEW_PASSWORD"] else { throw .missingParameter("NEW_PASSWORD") }
        try pool.passwordPolicy.check(password)
        try await pools.checkHistory(password, of: user, in: pool)
        var changed = user
        changed.attributes.merge(try newAttributes(responses, user: user, client: client, in: pool)) { $1 }
        if let missing = UserPools.missingAttributes(of: changed, in: pool).first {
            throw .invalidParameter("Invalid attributes given, \(missing) is missing")
        }
        changed.password = try await sealedPassword(password, sub: user.sub, username: user.username, in: pool)
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
