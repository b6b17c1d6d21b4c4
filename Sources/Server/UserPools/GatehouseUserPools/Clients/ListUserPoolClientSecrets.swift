// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the ids and dates of a client's secrets, without their values.
    ///
    /// A client has at most two secrets, so there is only one page.
    package func listUserPoolClientSecrets(
        _ request: ListUserPoolClientSecretsRequest
    ) async throws(ServiceFault) -> ListUserPoolClientSecretsResponse {
        let client = try await records.read { try $0.existingClient(request.clientId, inPool: request.userPoolId) }
        return ListUserPoolClientSecretsResponse(
            clientSecrets: client.secrets.map { ClientSecretDescriptorType($0) })
    }
}
