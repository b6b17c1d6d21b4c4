// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes one of two secrets from a client; the last one cannot be removed, because the client would become
    /// public.
    package func deleteUserPoolClientSecret(
        _ request: DeleteUserPoolClientSecretRequest
    ) async throws(ServiceFault) -> DeleteUserPoolClientSecretResponse {
        let now = clock.now
        try await records.write { store in
            var client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            let others = client.secrets.filter { $0.id != request.clientSecretId }
            guard others.count < client.secrets.count else {
                throw ServiceFault(
                    .resourceNotFound, "Client secret \(request.clientSecretId) does not exist.")
            }
            guard !others.isEmpty else {
                throw ServiceFault.invalidParameter("The last secret of client \(client.id) cannot be deleted.")
            }
            client.secrets = others
            client.modifiedAt = now
            client.description.lastModifiedDate = now
            try store.update(client)
        }
        return DeleteUserPoolClientSecretResponse()
    }
}
