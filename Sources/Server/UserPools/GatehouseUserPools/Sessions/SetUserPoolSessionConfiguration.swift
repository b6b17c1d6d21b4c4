// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Chooses whether a pool keeps sessions, and how many of one user.
    ///
    /// Sign-ins from now on are kept. Where a user has more than the new number, the next sign-in ends those too many.
    package func setUserPoolSessionConfiguration(
        _ request: SetUserPoolSessionConfigurationRequest
    ) async throws(ServiceFault) -> SetUserPoolSessionConfigurationResponse {
        let now = pools.clock.now
        let settings = SessionSettings(
            isTracked: request.userSessionTracking == .enabled, maximumPerUser: request.tokenSession.maxPerUser)
        _ = try await pools.write { store in
            try store.changePool(request.userPoolId, at: now) { $0.sessions = settings }
        }
        return SetUserPoolSessionConfigurationResponse(
            userPoolId: request.userPoolId, userSessionTracking: request.userSessionTracking,
            tokenSession: request.tokenSession)
    }
}
