// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The admission of requests at a path whose work waits in queues.
package struct RouteAdmission: Sendable {
    private let admission: Admission
    private let workOfHead: @Sendable (GatewayRequest) -> RouteWork?
    private let workOfBody: @Sendable (GatewayRequest, RouteWork) -> RouteWork

    /// Creates the admission of requests whose heads name their work; `body` finds what only a complete body names.
    package init(
        _ admission: Admission, head: @escaping @Sendable (GatewayRequest) -> RouteWork?,
        body: @escaping @Sendable (GatewayRequest, RouteWork) -> RouteWork = { $1 }
    ) {
        self.admission = admission
        workOfHead = head
        workOfBody = body
    }

    /// The work that a request's head names; `nil` for a request that is answered without admission.
    package func work(ofHead request: GatewayRequest) -> RouteWork? { workOfHead(request) }

    /// The work of a request with its complete body, whose head names `work`.
    package func work(of request: GatewayRequest, byHead work: RouteWork) -> RouteWork { workOfBody(request, work) }

    /// The reason for refusing a request whose body has not been read, and which waits for its event loop.
    package func refusal(of work: RouteWork, behind loop: LoopWait) -> Overload? {
        admission.refusal(of: work.kinds.kindOfHead, behind: loop)
    }

    /// Admits a request with its complete body; its caller must call ``AdmittedRequest/leave()``.
    /// - Throws: the reason for a refusal.
    package func admit(_ work: RouteWork, _ body: Data) throws(Overload) -> AdmittedRequest {
        var admitted = try admission.admit(work.kinds.kind(ofBody: body))
        admitted.operation = work.name
        return admitted
    }
}
