// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Refuses a user's word on an event.
    ///
    /// The token that proves the user comes in a message about a risky sign-in. This server sends none, so no token is
    /// good; administrators use `AdminUpdateAuthEventFeedback`. Nothing is told about the user or the event.
    package func updateAuthEventFeedback(
        _ request: UpdateAuthEventFeedbackRequest
    ) async throws(ServiceFault) -> UpdateAuthEventFeedbackResponse {
        _ = try await pools.read { try $0.existingPoolWithEvents(request.userPoolId) }
        throw ServiceFault(.notAuthorized, "Invalid feedback token.")
    }
}
