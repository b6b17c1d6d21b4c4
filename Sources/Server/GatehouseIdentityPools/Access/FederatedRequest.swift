// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseFederation

/// A request for the session of a role by a person of an identity provider, as trust policies see it.
struct FederatedRequest: Sendable {
    static let webIdentityAction = "sts:AssumeRoleWithWebIdentity"
    static let samlAction = "sts:AssumeRoleWithSAML"
    static let tagAction = "sts:TagSession"
    static let sourceIdentityAction = "sts:SetSourceIdentity"

    /// The names that trust policies have for the provider.
    let providers: [String]
    /// What the trust policy must allow, the way to the role first.
    let actions: [String]
    /// The values for conditions.
    let facts: [ContextKey: [String]]

    private init(
        _ action: String, providers: [String], facts: [ContextKey: [String]], sessionName: String,
        tags: [String: String], transitive: [String] = [], sourceIdentity: String? = nil
    ) {
        self.providers = providers
        var actions = [action]
        if !tags.isEmpty { actions.append(Self.tagAction) }
        if sourceIdentity != nil { actions.append(Self.sourceIdentityAction) }
        self.actions = actions
        var facts = facts
        facts.merge(Self.tagFacts(tags, transitive: transitive)) { $1 }
        facts["sts:RoleSessionName"] = [sessionName]
        facts["sts:SourceIdentity"] = sourceIdentity.map { [$0] }
        self.facts = facts
    }

    /// The request for a session of an identity of an identity pool.
    ///
    /// With an assertion, the SAML provider offers the role, so the role must trust this provider. Conditions can compare
    /// the identity pool as well.
    init(identityIn session: RoleSession, assertion: SAMLLogin? = nil) {
        let identity = Self.identityFacts(of: session)
        guard let assertion else {
            self.init(
                Self.webIdentityAction, providers: [LoginProvider.cognitoIdentity], facts: identity,
                sessionName: session.name, tags: session.principalTags)
            return
        }
        self.init(
            Self.samlAction, providers: [assertion.provider.arn],
            facts: identity.merging(Self.facts(of: assertion)) { $1 }, sessionName: session.name,
            tags: session.principalTags)
    }

    /// The request of AssumeRoleWithSAML.
    init(_ assertion: SAMLLogin, session: SAMLSessionRequest) {
        self.init(
            Self.samlAction, providers: [assertion.provider.arn], facts: Self.facts(of: assertion),
            sessionName: session.name, tags: session.tags, transitive: session.transitiveTagKeys,
            sourceIdentity: session.sourceIdentity)
    }

    /// The request of AssumeRoleWithWebIdentity.
    init(_ identity: WebIdentity, sessionName: String) {
        self.init(
            Self.webIdentityAction, providers: identity.providers, facts: identity.facts, sessionName: sessionName,
            tags: identity.claims.tags, transitive: identity.claims.transitiveTagKeys,
            sourceIdentity: identity.claims.sourceIdentity)
    }

    /// The claims of an identity's token for conditions.
    private static func identityFacts(of session: RoleSession) -> [ContextKey: [String]] {
        var facts: [ContextKey: [String]] = [:]
        facts["cognito-identity.amazonaws.com:amr"] = session.authenticationMethods
        facts["cognito-identity.amazonaws.com:sub"] = session.identityID.map { [$0] }
        facts["cognito-identity.amazonaws.com:aud"] = session.identityPoolID.map { [$0] }
        return facts
    }

    private static func facts(of assertion: SAMLLogin) -> [ContextKey: [String]] {
        let keys = assertion.assertion.trustKeys(of: assertion.provider)
        return Dictionary(keys.map { (ContextKey($0.key), $0.value) }) { first, _ in first }
    }

    /// The tags of a request for a session as values for conditions.
    static func tagFacts(_ tags: [String: String], transitive: [String]) -> [ContextKey: [String]] {
        var facts = AccessAuthority.tags(tags, prefix: "aws:RequestTag/")
        if !tags.isEmpty { facts["aws:TagKeys"] = tags.keys.sorted() }
        if !transitive.isEmpty { facts["sts:TransitiveTagKeys"] = transitive }
        return facts
    }
}
