// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a page of a user's confirmed devices, with the attributes that only administrators see, in the order of
    /// keys.
    package func adminListDevices(
        _ request: AdminListDevicesRequest
    ) async throws(ServiceFault) -> AdminListDevicesResponse {
        let user = try await pools.read { store in
            try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
        }
        let page = try await pools.records.page(
            of: "devices of \(user.poolID) for \(user.sub)", token: request.paginationToken, limit: request.limit,
            position: \DeviceRecord.key
        ) { store, after, limit in
            try store.devices(ofUser: user.sub, inPool: user.poolID, after: after, limit: limit)
        }
        return AdminListDevicesResponse(
            devices: page.elements.map { DeviceType($0, of: user, in: pools.deployment) },
            paginationToken: page.nextToken)
    }
}
