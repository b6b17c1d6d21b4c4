// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Prints ids and ages of a client's secrets, never the secrets.
    ///
    /// There are two at most, so the answer is one page.
    package func listUserPoolClientSecrets(
        _ request: ListUserPoolClientSecretsRequest
    ) async throws(ServiceFault) -> ListUserPoolClientSecretsResponse {
        let client = try await pools.read { try $0.existingClient(request.clientId, inPool: request.userPoolId) }
        return ListUserPoolClientSecretsResponse(
            clientSecrets: client.secrets.map { ClientSecretDescriptorType($0) })
    }
}
