// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns whether a pool records sessions, and the maximum number for a user.
    package func getUserPoolSessionConfiguration(
        _ request: GetUserPoolSessionConfigurationRequest
    ) async throws(ServiceFault) -> GetUserPoolSessionConfigurationResponse {
        let pool = try await records.read { try $0.existingPool(request.userPoolId) }
        return GetUserPoolSessionConfigurationResponse(
            userPoolId: pool.id, userSessionTracking: pool.sessions.isTracked ? .enabled : .disabled,
            tokenSession: UserPoolTokenSessionConfigType(maxPerUser: pool.sessions.maximumPerUser))
    }
}
