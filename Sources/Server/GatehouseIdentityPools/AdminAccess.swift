// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
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

    /// The ARN of a pool.
    func arn(ofPool poolID: String) -> String { pools.deployment.arn(ofIdentityPool: poolID) }
}
