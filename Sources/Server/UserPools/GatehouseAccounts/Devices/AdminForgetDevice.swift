// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Forgets a device of a user.
    ///
    /// Its refresh tokens stop working; access tokens stay valid until they expire.
    package func adminForgetDevice(_ request: AdminForgetDeviceRequest) async throws(ServiceFault) {
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            try store.forgetDevice(request.deviceKey, of: user)
        }
    }
}
