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
        /// The registry has no role but those of `dev`, so every other ARN counts as a role that trusts the identity pools
        /// that name it.
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

    /// Whether the trust policy of a role allows a request, or roles are not managed.
    /// - Throws: the fault of a failing store.
    func admits(
        _ request: FederatedRequest, to role: RoleARN, from sourceAddress: String
    ) async throws(ServiceFault) -> Bool {
        switch try await standing(of: role) {
        case .unmanaged: true
        case .unknown: false
        case .registered(let role): refusedAction(of: request, on: role, from: sourceAddress) == nil
        }
    }

    /// The first action of a request that the trust policy of a role does not allow; `nil` if it allows all of them.
    func refusedAction(of request: FederatedRequest, on role: Role, from sourceAddress: String) -> String? {
        let context = authority.context(of: .anonymous, sourceAddress: sourceAddress, facts: request.facts)
        let resource = role.arn(inAccount: authority.deployment.accountID)
        return request.actions.first { action in
            role.trust.decision(
                on: AccessRequest(action: action, resource: resource, context: context),
                by: .federated(providers: request.providers), acceptsAccount: false) != .allowed
        }
    }
}
