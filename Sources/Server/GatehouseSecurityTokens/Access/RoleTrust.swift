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
        /// The registry has no role but those of `dev`, so every other ARN counts as a role that trusts identities whose
        /// pool names it.
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
