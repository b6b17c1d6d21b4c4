// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseAccess
import GatehouseCore

/// A request for the session of a role by a person of an identity provider, as trust policies see it.
package struct FederatedRequest: Sendable {
    /// The action of a request with a web identity token.
    package static let webIdentityAction = "sts:AssumeRoleWithWebIdentity"
    /// The action of a request with a SAML response.
    package static let samlAction = "sts:AssumeRoleWithSAML"
    static let tagAction = "sts:TagSession"
    static let sourceIdentityAction = "sts:SetSourceIdentity"

    /// The names that trust policies have for the provider.
    let providers: [String]
    /// What the trust policy must allow, the way to the role first.
    let actions: [String]
    /// The values for conditions.
    let facts: [ContextKey: [String]]

    /// A request by a way to the role.
    /// - Parameters:
    ///   - action: the action of the way, such as ``webIdentityAction``.
    ///   - providers: the names that trust policies have for the provider.
    ///   - facts: the values of the person and the provider for conditions.
    ///   - sessionName: the name of the session.
    ///   - tags: the tags of the session, which need the permission to tag it.
    ///   - transitive: the keys of the tags that stay in role chains.
    ///   - sourceIdentity: the identity that the session keeps, which needs the permission to set it.
    package init(
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
            Self.webIdentityAction, providers: identity.providers, facts: AccessAuthority.facts(identity.facts),
            sessionName: sessionName,
            tags: identity.claims.tags, transitive: identity.claims.transitiveTagKeys,
            sourceIdentity: identity.claims.sourceIdentity)
    }

    /// The attempt for the log, which names the provider and not the person.
    func attempt(to action: String, on role: String) -> RefusedAttempt {
        RefusedAttempt(principal: providers.first, action: action, resource: role)
    }

    /// The values of an assertion for conditions.
    package static func facts(of assertion: SAMLLogin) -> [ContextKey: [String]] {
        AccessAuthority.facts(assertion.assertion.trustKeys(of: assertion.provider))
    }

    /// The tags of a request for a session as values for conditions.
    static func tagFacts(_ tags: [String: String], transitive: [String]) -> [ContextKey: [String]] {
        var facts = AccessAuthority.tags(tags, prefix: "aws:RequestTag/")
        if !tags.isEmpty { facts["aws:TagKeys"] = tags.keys.sorted() }
        if !transitive.isEmpty { facts["sts:TransitiveTagKeys"] = transitive }
        return facts
    }
}
