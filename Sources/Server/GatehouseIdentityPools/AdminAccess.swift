// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
import GatehouseWire

extension IdentityPoolsService {
    /// Checks that the signer is an administrator, or a principal with the permission for the operation.
    ///
    /// The gateway asks the policies, because it knows the request's resource in every service.
    func admitAdministrator(to operation: String, on resource: String = "*") throws(ServiceFault) {
        switch context.principal {
        case .administrator:
            return
        case .anonymous:
            throw .missingAuthentication
        case .role, .user:
            guard !context.isPermitted else { return }
            throw .denied(
                user: pools.securityTokens.authority.arn(of: context.principal),
                action: "cognito-identity:\(operation)", resource: resource)
        }
    }

    /// Checks the caller as ``admitAdministrator(to:on:)`` does, and that the pool is in the request's region.
    ///
    /// A pool of another region is answered with `ResourceNotFoundException`.
    func admitAdministrator(to operation: String, onPool poolID: String) throws(ServiceFault) {
        try admitAdministrator(to: operation, on: arn(ofPool: poolID))
        guard RegionalID.region(of: poolID) == context.region else { throw .unknownPool(poolID) }
    }

    /// Checks that no policy denies the caller an operation on the pool of an identity, which the request does not name.
    /// - Throws: `AccessDeniedException` for a Deny, the fault of a failing store.
    func refuseDenied(_ operation: String, onPoolOf identity: IdentityRecord) async throws(ServiceFault) {
        switch context.principal {
        case .anonymous, .administrator: return
        case .role, .user: break
        }
        let (pools, id) = (pools, identity.poolID)
        try await pools.securityTokens.authority.refuseDenied(
            "cognito-identity:\(operation)", on: arn(ofPool: id), to: context.principal, from: context.sourceAddress,
            inRegion: context.region,
            tags: RequestTags { () async throws(ServiceFault) in try await pools.tags(ofPool: id) })
    }

    /// The ARN of a pool.
    func arn(ofPool poolID: String) -> String { pools.deployment.arn(ofIdentityPool: poolID) }
}
