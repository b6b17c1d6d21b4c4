// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// NEW_PASSWORD_REQUIRED: a user with a temporary password chooses a new one.
extension ChallengeIssuer {
    /// Issues the challenge, with the attributes that the user must still enter.
    func issueNewPasswordRequired(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        let user = try signIn.knownUser
        let missing = Self.missingAttributes(of: user, in: signIn.pool).map {
            WireValue.string("userAttributes.\($0)")
        }
        let known = user.attributes.filter { signIn.client.mayRead($0.key) }
        return ChallengeIssue(
            signIn: signIn, name: .newPasswordRequired,
            parameters: [
                "USER_ID_FOR_SRP": user.username,
                "requiredAttributes": String(decoding: WireValue.array(missing).json(), as: UTF8.self),
                "userAttributes": String(decoding: WireValue.object(ofTexts: known).json(), as: UTF8.self),
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
    /// Sets the new password and continues the sign-in.
    ///
    /// A refused password or attribute does not end the challenge. The session is valid only for the temporary password
    /// that was proved, and until it is answered. Otherwise an attacker that kept it could test passwords against the
    /// user's history.
    func answerNewPasswordRequired(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.newPasswordRequired], needing: ["NEW_PASSWORD"], context: data)
        guard let user = signIn.user, user.status == .forceChangePassword else { throw .invalidSession }
        let changed = try await withNewPassword(answer, user: user, signIn)
        return try await pools.steps.take(
            SignInStep(
                signIn: signIn, event: .choseNewPassword(signIn.rest(for: changed)),
                user: changed, effect: .setPassword(of: changed, replacing: user)))
    }

    private func withNewPassword(
        _ answer: ChallengeResponses, user: UserRecord, _ signIn: SignIn
    ) async throws(ServiceFault) -> UserRecord {
        let password = try answer.required("NEW_PASSWORD")
        let pool = signIn.pool
        try pool.passwordPolicy.check(password)
        try await pools.newPasswords.checkHistory(password, of: user, in: pool, former: signIn.formerPasswords)
        var changed = user
        changed.attributes.merge(try newAttributes(answer, user: user, client: signIn.client, in: pool)) { $1 }
        if let missing = ChallengeIssuer.missingAttributes(of: changed, in: pool).first {
            throw .invalidParameter("Invalid attributes given, \(missing) is missing")
        }
        changed.password = try await pools.newPasswords.sealed(
            password, sub: user.sub, username: user.username, in: pool)
        changed.status = .confirmed
        changed.modifiedAt = pools.clock.now
        return changed
    }

    private func newAttributes(
        _ answer: ChallengeResponses, user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord
    ) throws(ServiceFault) -> [String: String] {
        let given = answer.members(withPrefix: "userAttributes.").map { AttributeType(name: $0.key, value: $0.value) }
        for attribute in given {
            if let present = user.attributes[attribute.name], present != attribute.value {
                throw ServiceFault(.notAuthorized, "Cannot modify an already provided \(attribute.name)")
            }
        }
        let fresh = given.filter { user.attributes[$0.name] == nil }
        return try UserAttributes.checked(fresh, for: pool, by: .client(client))
    }
}

extension UserPoolWriting {
    /// Stores the new password and attributes, unless the user has changed since the session string was sent.
    func setPassword(
        of changed: UserRecord, replacing former: UserRecord, _ stored: UserRecord, in pool: UserPoolRecord
    ) throws {
        guard stored == former else { throw StepRefusal(.invalidSession) }
        try keepPassword(of: stored, in: pool)
        try update(changed)
        try claimNames(of: changed, in: pool)
    }
}
