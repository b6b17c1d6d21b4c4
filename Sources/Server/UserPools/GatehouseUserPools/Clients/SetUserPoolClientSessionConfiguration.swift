// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets the duration of browser sessions on a client's hosted pages.
    package func setUserPoolClientSessionConfiguration(
        _ request: SetUserPoolClientSessionConfigurationRequest
    ) async throws(ServiceFault) -> SetUserPoolClientSessionConfigurationResponse {
        let now = clock.now
        try await records.write { store in
            var client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            client.ssoSessionMinutes = request.ssoSession.maxValidityMinutes
            client.modifiedAt = now
            client.description.lastModifiedDate = now
            try store.update(client)
        }
        return SetUserPoolClientSessionConfigurationResponse(
            userPoolId: request.userPoolId, clientId: request.clientId, ssoSession: request.ssoSession)
    }
}
