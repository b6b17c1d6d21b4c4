// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets whether a confirmed device of a user is remembered.
    package func adminUpdateDeviceStatus(
        _ request: AdminUpdateDeviceStatusRequest
    ) async throws(ServiceFault) -> AdminUpdateDeviceStatusResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            try store.setStatus(request.deviceRememberedStatus, ofDevice: request.deviceKey, of: user, at: now)
        }
        return AdminUpdateDeviceStatusResponse()
    }
}
