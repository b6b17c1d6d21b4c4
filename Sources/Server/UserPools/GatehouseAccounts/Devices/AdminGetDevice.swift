// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a device of a user, with the attributes that only administrators see.
    package func adminGetDevice(
        _ request: AdminGetDeviceRequest
    ) async throws(ServiceFault) -> AdminGetDeviceResponse {
        let (user, device) = try await pools.read { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            return (user, try store.existingDevice(request.deviceKey, of: user))
        }
        return AdminGetDeviceResponse(device: DeviceType(device, of: user, in: pools.deployment))
    }
}
