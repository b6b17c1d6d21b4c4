// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseWire

/// Checks by the trust policies of the registry who may get a role's credentials.
struct RoleTrust: Sendable {
    /// The place of a role in the registry.
    enum Standing: Sendable {
        case registered(Role)
        /// The registry has no role at all, so every ARN counts as a role that trusts the identity pools that name it.
        case unmanaged
        /// The registry has roles, but not this one.
        case unknown
    }

    let authority: AccessAuthority

    /// The place of a role in the registry.
    /// - Throws: the fault of a failing store.
    func standing(of role: RoleARN) async throws(ServiceFault) -> Standing {
        let account = authority.deployment.accountID
        return try await authority.read { store in
            if let entry = try store.entry(Role.self, named: role.name),
                entry.arn(inAccount: account).utf8.elementsEqual(role.text.utf8)
            {
                return .registered(entry)
            }
            return try store.hasEntry(of: .role) ? .unknown : .unmanaged
        }
    }

    /// Whether an identity of a pool may get the credentials of a role, with session tags.
    /// - Throws: the fault of a failing store.
    func admits(
        _ session: RoleSession, to role: RoleARN, from sourceAddress: String
    ) async throws(ServiceFault) -> Bool {
        switch try await standing(of: role) {
        case .unmanaged: return true
        case .unknown: return false
        case .registered(let role):
            var facts = identityFacts(of: session)
            facts.merge(Self.tagFacts(session.principalTags, transitive: [])) { $1 }
            return actions(for: session.principalTags).allSatisfy { action in
                decision(of: role, on: action, by: LoginProvider.cognitoIdentity, from: sourceAddress, facts: facts)
                    == .allowed
            }
        }
    }

    /// The decision of a role's trust policy about a person of an identity provider.
    func decision(
        of role: Role, on action: String, by provider: String, from sourceAddress: String,
        facts: [ContextKey: [String]]
    ) -> AccessDecision {
        let context = authority.context(of: .anonymous, sourceAddress: sourceAddress, facts: facts)
        return role.trust.decision(
            on: AccessRequest(
                action: action, resource: role.arn(inAccount: authority.deployment.accountID), context: context),
            by: .federated(provider: provider), acceptsAccount: false)
    }

    static let webIdentityAction = "sts:AssumeRoleWithWebIdentity"
    static let tagAction = "sts:TagSession"

    /// The actions that the trust policy must allow for web identities with these tags.
    func actions(for tags: [String: String]) -> [String] {
        tags.isEmpty ? [Self.webIdentityAction] : [Self.webIdentityAction, Self.tagAction]
    }

    /// The claims of the pool's token for conditions.
    func identityFacts(of session: RoleSession) -> [ContextKey: [String]] {
        var facts: [ContextKey: [String]] = ["cognito-identity.amazonaws.com:amr": session.authenticationMethods]
        facts["cognito-identity.amazonaws.com:sub"] = session.identityID.map { [$0] }
        facts["cognito-identity.amazonaws.com:aud"] = session.identityPoolID.map { [$0] }
        facts["sts:RoleSessionName"] = [session.name]
        return facts
    }

    /// The tags of a request for a session as values for conditions.
    static func tagFacts(_ tags: [String: String], transitive: [String]) -> [ContextKey: [String]] {
        var facts = AccessAuthority.tags(tags, prefix: "aws:RequestTag/")
        if !tags.isEmpty { facts["aws:TagKeys"] = tags.keys.sorted() }
        if !transitive.isEmpty { facts["sts:TransitiveTagKeys"] = transitive }
        return facts
    }
}
