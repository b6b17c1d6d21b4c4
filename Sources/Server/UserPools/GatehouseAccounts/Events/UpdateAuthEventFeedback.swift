// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Rejects every feedback from a user.
    ///
    /// The required token would be in a message about a risky sign-in. This server sends no such messages, so no token
    /// is valid; administrators use `AdminUpdateAuthEventFeedback`. The response reveals nothing about the user or the
    /// event.
    package func updateAuthEventFeedback(
        _ request: UpdateAuthEventFeedbackRequest
    ) async throws(ServiceFault) -> UpdateAuthEventFeedbackResponse {
        _ = try await records.read { try $0.existingPoolWithEvents(request.userPoolId) }
        throw ServiceFault(.notAuthorized, "Invalid feedback token.")
    }
}
