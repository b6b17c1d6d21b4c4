// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Prints a device of the user whom an access token stands for.
    package func getDevice(_ request: GetDeviceRequest) async throws(ServiceFault) -> GetDeviceResponse {
        guard let token = request.accessToken else { throw .missingParameter("AccessToken") }
        let user = try await pools.authorizedUser(token).user
        return GetDeviceResponse(
            device: DeviceType(try await pools.read { try $0.existingDevice(request.deviceKey, of: user) }))
    }
}
