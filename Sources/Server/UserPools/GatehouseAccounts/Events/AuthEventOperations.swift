// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a user's events, the newest first.
    ///
    /// A page ends before an event and not at an offset, so that new events do not shift it.
    package func adminListUserAuthEvents(
        _ request: AdminListUserAuthEventsRequest
    ) async throws(ServiceFault) -> AdminListUserAuthEventsResponse {
        let page = try await records.page(
            of: "events of \(request.userPoolId) with \(request.username)", token: request.nextToken,
            limit: request.maxResults, position: { (event: AuthEventRecord) in String(event.position) }
        ) { store, start, limit in
            let pool = try store.existingPoolWithEvents(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            return try store.authEvents(
                ofUser: user.sub, inPool: pool.id, before: start.flatMap { Int($0) }, limit: limit)
        }
        return AdminListUserAuthEventsResponse(
            authEvents: page.elements.map(\.description), nextToken: page.nextToken)
    }

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
