// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore

/// The admission of requests at a path whose work waits in queues.
struct RouteAdmission: Sendable {
    private let admission: Admission
    private let operation: @Sendable (GatewayRequest) -> OperationRoute?

    init(_ admission: Admission, operation: @escaping @Sendable (GatewayRequest) -> OperationRoute?) {
        self.admission = admission
        self.operation = operation
    }

    /// The operation that a request's head names, for ``refusal(of:behind:)`` and ``admit(_:_:)``.
    func operation(of request: GatewayRequest) -> OperationRoute? { operation(request) }

    /// The reason for refusing a request whose body has not been read, and which waits for its event loop.
    func refusal(of operation: OperationRoute, behind loop: LoopWait) -> Overload? {
        admission.refusal(of: operation.work.kindOfHead, behind: loop)
    }

    /// Admits a request with its complete body; its caller must call ``AdmittedRequest/leave()``.
    /// - Throws: the reason for a refusal.
    func admit(_ operation: OperationRoute, _ body: Data) throws(Overload) -> AdmittedRequest {
        try admission.admit(operation.work.kind(ofBody: body))
    }
}
