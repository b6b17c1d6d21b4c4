// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Records feedback on whether an event was legitimate; it replaces earlier feedback.
    package func adminUpdateAuthEventFeedback(
        _ request: AdminUpdateAuthEventFeedbackRequest
    ) async throws(ServiceFault) -> AdminUpdateAuthEventFeedbackResponse {
        let feedback = EventFeedbackType(
            feedbackValue: request.feedbackValue, provider: "Admin", feedbackDate: clock.now)
        try await records.write { store in
            let pool = try store.existingPoolWithEvents(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            guard var event = try store.authEvent(request.eventId, ofUser: user.sub, inPool: pool.id) else {
                throw ServiceFault(.resourceNotFound, "Event \(request.eventId) does not exist.")
            }
            event.description.eventFeedback = feedback
            try store.update(event)
        }
        return AdminUpdateAuthEventFeedbackResponse()
    }
}
