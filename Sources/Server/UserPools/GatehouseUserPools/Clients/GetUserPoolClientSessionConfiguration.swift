// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the duration of browser sessions on a client's hosted pages.
    package func getUserPoolClientSessionConfiguration(
        _ request: GetUserPoolClientSessionConfigurationRequest
    ) async throws(ServiceFault) -> GetUserPoolClientSessionConfigurationResponse {
        let client = try await records.read { try $0.existingClient(request.clientId, inPool: request.userPoolId) }
        return GetUserPoolClientSessionConfigurationResponse(
            userPoolId: client.poolID, clientId: client.id,
            ssoSession: ClientSSOSessionConfigType(maxValidityMinutes: client.ssoSessionMinutes ?? 60))
    }
}
