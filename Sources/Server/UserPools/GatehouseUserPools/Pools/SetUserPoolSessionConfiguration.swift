// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets whether a pool records sessions, and the maximum number for a user.
    ///
    /// The setting applies to later sign-ins. If a user has more sessions than a new maximum allows, the next sign-in
    /// ends those that were used longest ago.
    package func setUserPoolSessionConfiguration(
        _ request: SetUserPoolSessionConfigurationRequest
    ) async throws(ServiceFault) -> SetUserPoolSessionConfigurationResponse {
        let now = clock.now
        let settings = SessionSettings(
            isTracked: request.userSessionTracking == .enabled, maximumPerUser: request.tokenSession.maxPerUser)
        _ = try await records.write { store in
            try store.changePool(request.userPoolId, at: now) { $0.sessions = settings }
        }
        return SetUserPoolSessionConfigurationResponse(
            userPoolId: request.userPoolId, userSessionTracking: request.userSessionTracking,
            tokenSession: request.tokenSession)
    }
}
