// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Forgets a device of the access token's user.
    ///
    /// Its refresh tokens stop working; access tokens stay valid until they expire.
    package func forgetDevice(_ request: ForgetDeviceRequest) async throws(ServiceFault) {
        guard let token = request.accessToken else { throw .missingParameter("AccessToken") }
        let user = try await callers.authorizedUser(token).user
        try await records.write { try $0.forgetDevice(request.deviceKey, of: user) }
    }
}
