// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Remembers a confirmed device of the user, or no longer does.
    package func updateDeviceStatus(
        _ request: UpdateDeviceStatusRequest
    ) async throws(ServiceFault) -> UpdateDeviceStatusResponse {
        let user = try await pools.authorizedUser(request.accessToken).user
        let now = pools.clock.now
        try await pools.write { store in
            try store.setStatus(request.deviceRememberedStatus, ofDevice: request.deviceKey, of: user, at: now)
        }
        return UpdateDeviceStatusResponse()
    }
}
