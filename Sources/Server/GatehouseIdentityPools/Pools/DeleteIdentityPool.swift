// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Deletes a pool with its identities.
    ///
    /// Issued credentials remain valid until they expire.
    /// - Throws: `ResourceNotFoundException`.
    package func deleteIdentityPool(_ request: DeleteIdentityPoolInput) async throws(ServiceFault) {
        try admitAdministrator(to: "DeleteIdentityPool", onPool: request.identityPoolId)
        try await write { store in
            _ = try store.existingPool(request.identityPoolId)
            try store.deleteIdentityPool(request.identityPoolId)
        }
    }
}
