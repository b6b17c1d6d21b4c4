// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the risk configuration of a pool, or of one of its clients.
    package func describeRiskConfiguration(
        _ request: DescribeRiskConfigurationRequest
    ) async throws(ServiceFault) -> DescribeRiskConfigurationResponse {
        let risk = try await records.read { store in
            let client = try store.clientWithRisks(request.clientId, inPool: request.userPoolId)
            return try store.riskConfiguration(ofPool: request.userPoolId, client: client)
        }
        let none = RiskConfigurationType(userPoolId: request.userPoolId, clientId: request.clientId)
        return DescribeRiskConfigurationResponse(riskConfiguration: risk ?? none)
    }
}
