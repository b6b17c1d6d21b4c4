// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
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
}
