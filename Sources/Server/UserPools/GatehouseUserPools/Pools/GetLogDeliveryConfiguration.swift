// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the destinations of a pool's logs.
    package func getLogDeliveryConfiguration(
        _ request: GetLogDeliveryConfigurationRequest
    ) async throws(ServiceFault) -> GetLogDeliveryConfigurationResponse {
        let logs = try await records.read { try $0.logDelivery(ofPool: $0.existingPool(request.userPoolId).id) }
        let none = LogDeliveryConfigurationType(userPoolId: request.userPoolId, logConfigurations: [])
        return GetLogDeliveryConfigurationResponse(logDeliveryConfiguration: logs ?? none)
    }
}
