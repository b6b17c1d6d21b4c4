// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns a page of the user's confirmed devices, in the order of keys.
    package func listDevices(_ request: ListDevicesRequest) async throws(ServiceFault) -> ListDevicesResponse {
        let user = try await callers.authorizedUser(request.accessToken).user
        let page = try await records.page(
            of: "devices of \(user.poolID) with \(user.sub)", token: request.paginationToken, limit: request.limit,
            position: \DeviceRecord.key
        ) { store, after, limit in
            try store.devices(ofUser: user.sub, inPool: user.poolID, after: after, limit: limit)
        }
        return ListDevicesResponse(devices: page.elements.map { DeviceType($0) }, paginationToken: page.nextToken)
    }
}
