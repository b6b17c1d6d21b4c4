// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The caller of a request as policies name it.
package enum AccessCaller: Sendable, Equatable {
    /// A user, or a session of a role, with the ARNs of the session and of the role.
    ///
    /// `source` is the ARN of the user whose permissions a federated user has; it counts in a Deny only.
    case aws(arns: [String], account: String, source: String? = nil)
    /// A person that an identity provider has authenticated; the provider by each name that trust policies have for it.
    case federated(providers: [String])
}

/// A request as policies see it.
package struct AccessRequest: Sendable {
    /// The action, such as `cognito-identity:ListIdentities`.
    package let action: String
    /// The ARN of the resource, or `*`.
    package let resource: String
    package let context: AccessContext

    /// Creates a request.
    package init(action: String, resource: String, context: AccessContext) {
        self.action = action
        self.resource = resource
        self.context = context
    }
}

extension Policy {
    /// The decision of a policy of an identity about a request.
    package func decision(on request: AccessRequest) -> AccessDecision {
        decision { $0.applies(to: request) }
    }

    /// The decision of a trust policy about a caller's request.
    ///
    /// With `acceptsAccount`, it is enough for an Allow that the caller's account is trusted; the caller then needs a
    /// permission of its own. A Deny that names an account always counts, and one for everyone also counts for the
    /// people of identity providers.
    package func decision(
        on request: AccessRequest, by caller: AccessCaller, acceptsAccount: Bool
    ) -> AccessDecision {
        decision { statement in
            statement.names(caller, acceptsAccount: acceptsAccount) && statement.applies(to: request)
        }
    }

    /// Whether a trust policy has an Allow for a provider's people, whatever its conditions are.
    package func trusts(providers: [String]) -> Bool {
        statements.contains {
            $0.effect == .allow && $0.names(.federated(providers: providers), acceptsAccount: false)
        }
    }

    private func decision(_ applies: (PolicyStatement) -> Bool) -> AccessDecision {
        let effects = statements.filter(applies).map(\.effect)
        return effects.contains(.deny) ? .explicitlyDenied : effects.isEmpty ? .implicitlyDenied : .allowed
    }
}

extension [Policy] {
    /// The decision of several policies of an identity together.
    package func decision(on request: AccessRequest) -> AccessDecision {
        reduce(.implicitlyDenied) { $0.or($1.decision(on: request)) }
    }
}

extension PolicyStatement {
    func names(_ caller: AccessCaller, acceptsAccount: Bool) -> Bool {
        switch principals {
        case nil: true
        case .among(let list):
            effect == .deny ? list.denies(caller) : list.contains(caller, acceptsAccount: acceptsAccount)
        case .allBut(let list): !list.excepts(caller)
        }
    }

    /// Whether action, resource and conditions match; the principal is not looked at.
    ///
    /// A variable without a value matches nothing. An Allow with such a variable does not apply at all, so that a value
    /// that is missing never permits a request; in a Deny, the other elements of its list still count.
    func applies(to request: AccessRequest) -> Bool {
        matches(action: request.action) && matchesResource(request)
            && conditions.allSatisfy { $0.holds(in: request.context, of: effect) }
    }

    /// Whether the statement names an action.
    func matches(action: String) -> Bool {
        func matches(_ pattern: PolicyPattern) -> Bool {
            pattern.resolved(in: AccessContext())?.matches(action, .ignoredInASCII) == true
        }
        return switch actions {
        case .among(let patterns): patterns.contains(where: matches)
        case .allBut(let patterns): !patterns.contains(where: matches)
        }
    }

    private func matchesResource(_ request: AccessRequest) -> Bool {
        guard let resources else { return true }
        let (patterns, isNegated) =
            switch resources {
            case .among(let patterns): (patterns, false)
            case .allBut(let patterns): (patterns, true)
            }
        let resolved = patterns.map { $0.resolved(in: request.context) }
        guard effect == .deny || !resolved.contains(nil) else { return false }
        return resolved.contains { $0?.matches(request.resource) == true } != isNegated
    }
}
