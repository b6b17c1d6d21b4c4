// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a client; its tokens become invalid.
    package func deleteUserPoolClient(_ request: DeleteUserPoolClientRequest) async throws(ServiceFault) {
        try await records.write { store in
            let client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            try store.deleteAppClient(client.id)
        }
    }
}
