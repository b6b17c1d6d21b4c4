// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

extension IdentityPoolsService {
    /// Checks that an administrator signed the request.
    ///
    /// Role sessions have no permissions for administration, so they are denied.
    func admitAdministrator(to operation: String, on resource: String = "*") throws(ServiceFault) {
        switch context.principal {
        case .administrator:
            return
        case .anonymous:
            throw .missingAuthentication
        case .role(let session):
            let user = RoleARN(session.roleARN)?.sessionARN(named: session.name) ?? session.roleARN
            throw .denied(user: user, action: "cognito-identity:\(operation)", resource: resource)
        }
    }

    /// Checks that an administrator signed the request, and that the pool is in the request's region.
    ///
    /// A pool of another region is answered with `ResourceNotFoundException`.
    func admitAdministrator(to operation: String, onPool poolID: String) throws(ServiceFault) {
        try admitAdministrator(to: operation, on: arn(ofPool: poolID))
        guard RegionalID.region(of: poolID) == context.region else { throw .unknownPool(poolID) }
    }

    /// The ARN of a pool.
    func arn(ofPool poolID: String) -> String { pools.deployment.arn(ofIdentityPool: poolID) }
}
