// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseAccess
import GatehouseCore
package import GatehouseWire

/// Checks by the trust policies of the registry who may get a role's credentials.
package struct RoleTrust: Sendable {
    /// The place of a role in the registry.
    package enum Standing: Sendable {
        case registered(Role)
        /// The registry only has the roles of `dev`, so every other ARN counts as a role. It trusts the identities of
        /// each pool that names it.
        case unmanaged
        /// The registry has roles, but not this one.
        case unknown
    }

    let authority: AccessAuthority

    /// Creates the check by an authority.
    package init(authority: AccessAuthority) {
        self.authority = authority
    }

    /// The place of a role in the registry.
    /// - Throws: the fault of a failing store.
    package func standing(of role: RoleARN) async throws(ServiceFault) -> Standing {
        try await authority.read { try standing(of: role, in: $0) }
    }

    /// The place of a role in the registry as a transaction sees it.
    /// - Throws: the error of the store.
    package func standing(of role: RoleARN, in registry: any AccessReading) throws -> Standing {
        try registry.standing(of: role, inAccount: authority.deployment.accountID)
    }

    /// The reason why a person does not get a role with a place in the registry; `nil` if its trust policy allows the
    /// request, or roles are not managed.
    package func refusal(
        of request: FederatedRequest, to role: RoleARN, _ standing: Standing, from sourceAddress: String,
        inRegion region: String
    ) -> RefusedAccess? {
        switch standing {
        case .unmanaged: nil
        case .unknown: RefusedAccess(.roleNotRegistered, request.attempt(to: request.actions[0], on: role.text))
        case .registered(let role): refusal(of: request, on: role, from: sourceAddress, inRegion: region)
        }
    }

    /// The reason why the trust policy of a role does not allow the first of a request's actions that it does not allow;
    /// `nil` if it allows all of them.
    func refusal(
        of request: FederatedRequest, on role: Role, from sourceAddress: String, inRegion region: String
    ) -> RefusedAccess? {
        let context = authority.context(
            of: .anonymous, sourceAddress: sourceAddress, region: region, facts: request.facts)
        let resource = role.arn(inAccount: authority.deployment.accountID)
        for action in request.actions {
            let cause = role.trust.refusal(
                of: AccessRequest(action: action, resource: resource, context: context),
                by: .federated(providers: request.providers), acceptsAccount: false)
            if let cause { return RefusedAccess(cause, request.attempt(to: action, on: resource)) }
        }
        return nil
    }
}

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
    ///   - sourceIdentity: the source identity of the session, which needs a permission of its own.
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

/// The parsed ARN of a role: `arn:<partition>:iam::<account>:role/<path><name>`.
package struct RoleARN: Sendable, Equatable {
    /// The original ARN.
    package let text: String
    let partition: String
    let account: String
    /// The name without its path.
    let name: String

    /// Parses an ARN; `nil` if it is not the ARN of a role.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 5, omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count == 6, parts[0] == "arn", !parts[1].isEmpty, parts[2] == "iam", parts[3].isEmpty,
            Self.isAccount(parts[4]), parts[5].hasPrefix("role/"), let name = parts[5].split(separator: "/").last,
            !parts[5].hasSuffix("/"), !name.contains(":")
        else { return nil }
        self.text = text
        partition = String(parts[1])
        account = String(parts[4])
        self.name = String(name)
    }

    /// The ARN of a session of the role: `arn:<partition>:sts::<account>:assumed-role/<name>/<session>`.
    func sessionARN(named session: String) -> String {
        "arn:\(partition):sts::\(account):assumed-role/\(name)/\(session)"
    }

    /// Whether sessions of this role and of another one have the same ARNs, because the roles differ by their paths alone.
    package func sharesSessions(with other: RoleARN) -> Bool {
        !text.utf8.elementsEqual(other.text.utf8)
            && sessionARN(named: "").utf8.elementsEqual(other.sessionARN(named: "").utf8)
    }

    private static func isAccount(_ text: Substring) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
