// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Replaces the name and the scopes of a resource server; without scopes in the request it has none.
    ///
    /// Clients keep the names of scopes that were removed, but their tokens do not get these scopes.
    package func updateResourceServer(
        _ request: UpdateResourceServerRequest
    ) async throws(ServiceFault) -> UpdateResourceServerResponse {
        let server = try ResourceServerType(
            request.identifier, name: request.name, scopes: request.scopes, inPool: request.userPoolId)
        try await records.write { store in
            _ = try store.existingResourceServer(request.identifier, inPool: request.userPoolId)
            try store.update(server, request.identifier, inPool: request.userPoolId)
        }
        return UpdateResourceServerResponse(resourceServer: server.printed)
    }
}
