// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Adds a second secret to a client with one, so that apps can change to the new secret while both are valid.
    ///
    /// The response contains the secret if the server has generated it.
    package func addUserPoolClientSecret(
        _ request: AddUserPoolClientSecretRequest
    ) async throws(ServiceFault) -> AddUserPoolClientSecretResponse {
        let now = pools.clock.now
        let drawn = pools.clientSecrets.draw(pools.entropy)
        let secret = pools.clientSecrets.seal(
            request.clientSecret ?? drawn, id: pools.entropy.uuid(), clientID: request.clientId, at: now)
        try await records.write { store in
            var client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            guard !client.secrets.isEmpty else {
                throw ServiceFault.invalidParameter("Client \(client.id) was made without a secret.")
            }
            guard client.secrets.count < ClientSecrets.maximumPerClient else {
                throw ServiceFault(.limitExceeded, "Client \(client.id) has two secrets already.")
            }
            client.secrets.append(secret)
            client.modifiedAt = now
            client.description.lastModifiedDate = now
            try store.update(client)
        }
        var descriptor = ClientSecretDescriptorType(secret)
        descriptor.clientSecretValue = request.clientSecret == nil ? drawn : nil
        return AddUserPoolClientSecretResponse(clientSecretDescriptor: descriptor)
    }
}

extension ClientSecretDescriptorType {
    /// Creates the descriptor of a secret, without its value.
    init(_ secret: AppClientRecord.SealedSecret) {
        self.init(clientSecretId: secret.id, clientSecretCreateDate: secret.createdAt)
    }
}
