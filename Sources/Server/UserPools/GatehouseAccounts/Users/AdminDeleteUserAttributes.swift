// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Removes attributes of a user.
    package func adminDeleteUserAttributes(
        _ request: AdminDeleteUserAttributesRequest
    ) async throws(ServiceFault) -> AdminDeleteUserAttributesResponse {
        try await pools.attributeChanges.change(of: request.username, inPool: request.userPoolId) { pool in
            for name in request.userAttributeNames { try UserAttributes.refuseIdentities(name) }
            return try UserAttributes.removals(request.userAttributeNames, in: pool)
        }
        return AdminDeleteUserAttributesResponse()
    }
}
