// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Describes a pool.
    /// - Throws: `ResourceNotFoundException`.
    package func describeIdentityPool(
        _ request: DescribeIdentityPoolInput
    ) async throws(ServiceFault) -> IdentityPool {
        try admitAdministrator(to: "DescribeIdentityPool", onPool: request.identityPoolId)
        return try await read { try $0.existingPool(request.identityPoolId) }.description.reading
    }
}

extension IdentityPool {
    /// The pool as responses have it: with the members that the service adds to those of the request.
    ///
    /// A pool that was created without `AllowClassicFlow` has the classic flow, and the service's readings say `false` all
    /// the same; an update with that value forbids it.
    var reading: IdentityPool {
        var pool = self
        pool.allowClassicFlow = allowClassicFlow ?? false
        pool.identityPoolTags = identityPoolTags ?? [:]
        return pool
    }
}
