// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns a device of the access token's user.
    package func getDevice(_ request: GetDeviceRequest) async throws(ServiceFault) -> GetDeviceResponse {
        guard let token = request.accessToken else { throw .missingParameter("AccessToken") }
        let user = try await callers.authorizedUser(token).user
        return GetDeviceResponse(
            device: DeviceType(try await records.read { try $0.existingDevice(request.deviceKey, of: user) }))
    }
}
