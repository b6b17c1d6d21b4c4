// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// A request that policies do not permit, for the log.
package struct RefusedAccess: RefusalReason, Equatable {
    /// What decided.
    package enum Cause: String, Sendable {
        case noIdentityPolicy = "no_identity_policy_allows"
        case identityPolicyDenies = "identity_policy_denies"
        case noSessionPolicy = "no_session_policy_allows"
        case sessionPolicyDenies = "session_policy_denies"
        /// The registry does not have the role, though it has others.
        case roleNotRegistered = "role_not_registered"
        /// No Allow of the trust policy names the caller.
        case trustPolicyPrincipal = "trust_policy_principal"
        /// No Allow of the trust policy for the caller names the action.
        case trustPolicyAction = "trust_policy_action"
        /// The conditions of each Allow of the trust policy for the caller and the action do not hold.
        case trustPolicyCondition = "trust_policy_condition"
        case trustPolicyDenies = "trust_policy_denies"
        /// The assertion of the provider offers other roles.
        case roleNotOffered = "role_not_offered"
        /// The operation takes no temporary credentials.
        case temporaryCredentials = "temporary_credentials"
    }

    package let cause: Cause
    package let attempt: RefusedAttempt

    /// Creates a reason.
    package init(_ cause: Cause, _ attempt: RefusedAttempt) {
        self.cause = cause
        self.attempt = attempt
    }

    package var refusedBy: String { cause.rawValue }
}

extension AccessRefusal {
    /// The reason in the terms of the log.
    package var cause: RefusedAccess.Cause {
        switch (source, isExplicit) {
        case (.identity, false): .noIdentityPolicy
        case (.identity, true): .identityPolicyDenies
        case (.session, false): .noSessionPolicy
        case (.session, true): .sessionPolicyDenies
        case (.trust, false): .trustPolicyPrincipal
        case (.trust, true): .trustPolicyDenies
        }
    }
}

extension Policy {
    /// The reason why a trust policy does not allow a caller's request; `nil` if it does.
    package func refusal(
        of request: AccessRequest, by caller: AccessCaller, acceptsAccount: Bool
    ) -> RefusedAccess.Cause? {
        switch decision(on: request, by: caller, acceptsAccount: acceptsAccount) {
        case .allowed: return nil
        case .explicitlyDenied: return .trustPolicyDenies
        case .implicitlyDenied:
            let own = statements.filter { $0.effect == .allow && $0.names(caller, acceptsAccount: acceptsAccount) }
            guard !own.isEmpty else { return .trustPolicyPrincipal }
            return own.contains { $0.matches(action: request.action) } ? .trustPolicyCondition : .trustPolicyAction
        }
    }
}
