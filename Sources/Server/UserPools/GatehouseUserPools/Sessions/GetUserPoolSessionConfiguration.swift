// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Prints whether a pool keeps sessions, and how many of one user.
    package func getUserPoolSessionConfiguration(
        _ request: GetUserPoolSessionConfigurationRequest
    ) async throws(ServiceFault) -> GetUserPoolSessionConfigurationResponse {
        let pool = try await pools.read { try $0.existingPool(request.userPoolId) }
        return GetUserPoolSessionConfigurationResponse(
            userPoolId: pool.id, userSessionTracking: pool.sessions.isTracked ? .enabled : .disabled,
            tokenSession: UserPoolTokenSessionConfigType(maxPerUser: pool.sessions.maximumPerUser))
    }
}
