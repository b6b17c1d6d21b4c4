// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Whether policies permit a request, with the reason of a refusal.
package enum AccessVerdict: Sendable, Equatable {
    case allowed
    case denied(AccessRefusal)
}

/// The reason of a refusal.
package struct AccessRefusal: Sendable, Equatable {
    /// The kind of the policies that decided.
    package enum Source: String, Sendable {
        case identity = "identity-based"
        case session
        case trust = "role trust"
    }

    package let source: Source
    /// Whether a statement denies the request; otherwise none allows it.
    package let isExplicit: Bool

    /// Creates a reason.
    package init(_ source: Source, isExplicit: Bool) {
        self.source = source
        self.isExplicit = isExplicit
    }

    /// The end of the service's message, which begins with "because" or "with".
    package func text(for action: String) -> String {
        guard isExplicit else { return "because no \(source.rawValue) policy allows the \(action) action" }
        let article = source == .identity ? "an" : "a"
        return "with an explicit deny in \(article) \(source.rawValue) policy"
    }
}

/// The policies of a principal.
package struct Grants: Sendable, Equatable {
    /// What the role or the user may do.
    package enum Base: Sendable, Equatable {
        /// The holder of an administration key.
        case everything
        case policies([Policy])
    }

    package let base: Base
    /// The policies of the session, which restrict the base; `nil` for a session without any.
    package let session: [Policy]?

    /// Creates the policies of a principal.
    package init(_ base: Base, session: [Policy]? = nil) {
        self.base = base
        self.session = session
    }

    /// Whether a policy compares tags of the request's resource.
    package var comparesResourceTags: Bool {
        let own: [Policy] = if case .policies(let policies) = base { policies } else { [] }
        return (own + (session ?? [])).contains(where: \.comparesResourceTags)
    }

    /// Whether the policies of the session allow a request; a session without any restricts nothing.
    package func sessionAllows(_ request: AccessRequest) -> Bool {
        session.map { $0.decision(on: request) == .allowed } ?? true
    }

    /// The verdict on a request: a statement that denies is stronger than any that allows, and a session policy only
    /// restricts the base.
    package func verdict(on request: AccessRequest) -> AccessVerdict {
        let own: AccessDecision =
            switch base {
            case .everything: .allowed
            case .policies(let policies): policies.decision(on: request)
            }
        let ofSession = session?.decision(on: request) ?? .allowed
        if own == .explicitlyDenied { return .denied(AccessRefusal(.identity, isExplicit: true)) }
        if ofSession == .explicitlyDenied { return .denied(AccessRefusal(.session, isExplicit: true)) }
        if own == .implicitlyDenied { return .denied(AccessRefusal(.identity, isExplicit: false)) }
        if ofSession == .implicitlyDenied { return .denied(AccessRefusal(.session, isExplicit: false)) }
        return .allowed
    }
}

extension Role {
    /// Checks that the trust policy names the clients of each web identity provider that it trusts.
    /// - Throws: ``AccessFlaw`` with the reason.
    package func checkTrust() throws(AccessFlaw) {
        do throws(AccessFlaw) { try TrustCheck.check(trust) } catch { throw error.inside("trustPolicy") }
    }
}

extension AccessReading {
    /// The policies of a role or user; an attached policy that was deleted grants nothing.
    ///
    /// A deleted policy cannot deny anything either, so `gatehouse iam` does not delete one that is attached.
    package func policies(of permissions: Permissions) throws -> [Policy] {
        try permissions.policies.sorted { $0.key < $1.key }.map(\.value)
            + permissions.attached.compactMap { try entry(ManagedPolicy.self, named: $0)?.policy }
    }
}

/// The result of evaluating policies for a request.
///
/// Source: the evaluation logic in the IAM user guide; a statement that denies takes precedence over statements that
/// allow.
package enum AccessDecision: Sendable, Equatable {
    /// A statement allows the request, and none denies it.
    case allowed
    /// No statement applies to the request.
    case implicitlyDenied
    /// A statement denies the request.
    case explicitlyDenied

    /// The decision of several policies together; one policy that allows is enough.
    package func or(_ other: AccessDecision) -> AccessDecision {
        switch (self, other) {
        case (.explicitlyDenied, _), (_, .explicitlyDenied): .explicitlyDenied
        case (.allowed, _), (_, .allowed): .allowed
        case (.implicitlyDenied, .implicitlyDenied): .implicitlyDenied
        }
    }
}
