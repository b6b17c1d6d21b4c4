// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns the style of the classic pages for a client: its own or that for all clients, and an empty one if there
    /// is none.
    package func getUICustomization(
        _ request: GetUICustomizationRequest
    ) async throws(ServiceFault) -> GetUICustomizationResponse {
        let style = try await records.read { store in
            let client = try store.clientWithPages(request.clientId, inPool: request.userPoolId)
            let own = try store.customization(ofPool: request.userPoolId, client: client)
            return try own ?? store.customization(ofPool: request.userPoolId, client: nil)
        }
        return GetUICustomizationResponse(
            uiCustomization: style.map { UICustomizationType($0, on: pools.deployment) } ?? .absent)
    }
}
