// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a resource server; clients keep the names of its scopes, but their tokens do not get these scopes.
    package func deleteResourceServer(_ request: DeleteResourceServerRequest) async throws(ServiceFault) {
        try await records.write { store in
            _ = try store.existingResourceServer(request.identifier, inPool: request.userPoolId)
            try store.deleteResourceServer(request.identifier, inPool: request.userPoolId)
        }
    }
}
