// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
package import GatehouseCore
import GatehouseServerCrypto
package import GatehouseWire

/// Decides by the registry's policies what the sessions of roles and registered users may do.
package struct AccessAuthority: Sendable {
    let access: any AccessStore
    let deployment: Deployment
    let clock: WallClock

    /// Whether policies permit an action, such as `cognito-idp:AdminGetUser`; an administrator may do everything, an
    /// unsigned request nothing.
    /// - Throws: the fault of a failing store.
    func verdict(
        on action: String, resource: String, by principal: Principal, from sourceAddress: String,
        facts: [ContextKey: [String]] = [:]
    ) async throws(ServiceFault) -> AccessVerdict {
        let grants = try await grants(of: principal)
        let context = context(of: principal, sourceAddress: sourceAddress, facts: facts)
        return grants.verdict(on: AccessRequest(action: action, resource: resource, context: context))
    }

    /// Checks that policies permit an action of a request that is signed for a region.
    /// - Throws: `AccessDeniedException` with the reason, or the fault of a failing store.
    package func permit(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        inRegion region: String
    ) async throws(ServiceFault) {
        try await permit(
            action, on: resource, to: principal, from: sourceAddress, facts: ["aws:RequestedRegion": [region]])
    }

    /// Checks that policies permit an action.
    /// - Throws: `AccessDeniedException` with the reason, or the fault of a failing store.
    func permit(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        facts: [ContextKey: [String]] = [:]
    ) async throws(ServiceFault) {
        let verdict = try await verdict(
            on: action, resource: resource, by: principal, from: sourceAddress, facts: facts)
        guard case .denied(let refusal) = verdict else { return }
        throw .denied(user: arn(of: principal), action: action, resource: resource, refusal)
    }

    /// The policies of a principal as they are now.
    func grants(of principal: Principal) async throws(ServiceFault) -> Grants {
        switch principal {
        case .anonymous: return Grants(.policies([]))
        case .administrator: return Grants(.everything)
        case .role(let session):
            let account = deployment.accountID
            return try await read { store in
                let role = try RoleARN(session.roleARN).flatMap { try store.entry(Role.self, named: $0.name) }
                let isSame = role?.arn(inAccount: account).utf8.elementsEqual(session.roleARN.utf8) == true
                let policies = try role.flatMap { try isSame ? store.policies(of: $0.permissions) : nil }
                return Grants(
                    .policies(policies ?? []), session: try store.sessionPolicies(session.scope, inAccount: account))
            }
        case .user(let user):
            let account = deployment.accountID
            return try await read { store in
                // A federated user without a session policy has no permission of the user.
                let session =
                    try store.sessionPolicies(user.scope, inAccount: account)
                    ?? (user.kind == .federated ? [] : nil)
                guard !user.isAdministrator else { return Grants(.everything, session: session) }
                let entry = try store.entry(User.self, named: user.userName)
                let policies = try entry.map { try store.policies(of: $0.permissions) }
                return Grants(.policies(policies ?? []), session: session)
            }
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await access.read(body) }
    }
}

extension AccessReading {
    /// The policies of a session; `nil` if none restricts it.
    ///
    /// A policy that no longer exists permits nothing.
    func sessionPolicies(_ scope: SessionScope, inAccount account: String) throws -> [Policy]? {
        guard scope.isRestricted else { return nil }
        var policies: [Policy] = []
        if let text = scope.policy { policies.append(try Policy(json: text, for: .identity)) }
        for arn in scope.policyARNs {
            if arn == GuestPolicy.arn { policies.append(try GuestPolicy.policy.get()) }
            if let policy = try managedPolicy(arn, inAccount: account) { policies.append(policy.policy) }
        }
        return policies
    }

    /// The policy with an ARN; `nil` for one that is not registered.
    func managedPolicy(_ arn: String, inAccount account: String) throws -> ManagedPolicy? {
        guard let name = arn.split(separator: "/").last.map(String.init),
            let policy = try entry(ManagedPolicy.self, named: name),
            policy.arn(inAccount: account).utf8.elementsEqual(arn.utf8)
        else { return nil }
        return policy
    }
}
