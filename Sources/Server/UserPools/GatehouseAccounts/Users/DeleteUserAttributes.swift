// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Removes the user's attributes, if the client may write them.
    package func deleteUserAttributes(
        _ request: DeleteUserAttributesRequest
    ) async throws(ServiceFault) -> DeleteUserAttributesResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        try UserAttributes.checkMutable(request.userAttributeNames, in: pool)
        let removals = try UserAttributes.removals(request.userAttributeNames, in: pool)
        let emptied = removals.map { AttributeType(name: $0.key, value: $0.value) }
        _ = try UserAttributes.checked(emptied, for: pool, by: .client(client))
        _ = try await pools.attributeChanges.change(removals, of: user, in: pool, by: client)
        return DeleteUserAttributesResponse()
    }
}
