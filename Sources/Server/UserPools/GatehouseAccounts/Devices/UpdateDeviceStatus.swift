// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Sets whether a confirmed device of the user is remembered.
    package func updateDeviceStatus(
        _ request: UpdateDeviceStatusRequest
    ) async throws(ServiceFault) -> UpdateDeviceStatusResponse {
        let user = try await callers.authorizedUser(request.accessToken).user
        let now = clock.now
        try await records.write { store in
            try store.setStatus(request.deviceRememberedStatus, ofDevice: request.deviceKey, of: user, at: now)
        }
        return UpdateDeviceStatusResponse()
    }
}
