// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// One operation of the installation: its table entry, bound to the domain that performs it.
struct OperationRoute: Sendable {
    let name: String
    let service: ServiceIdentity
    let isSigned: Bool
    private let body: @Sendable (RequestContext, WireValue) async throws(ServiceFault) -> WireValue

    /// Binds a table entry to what makes the service for a caller.
    init<Service>(
        _ handler: OperationHandler<Service>, service makeService: @escaping @Sendable (RequestContext) -> Service
    ) {
        name = handler.name
        service = handler.service
        isSigned = handler.isSigned
        body = { (context: RequestContext, input: WireValue) async throws(ServiceFault) -> WireValue in
            try await handler.perform(input, with: makeService(context))
        }
    }

    /// Reads and checks a request, performs the operation and returns the answer, all on the wire.
    func perform(_ input: WireValue, context: RequestContext) async throws(ServiceFault) -> WireValue {
        try await body(context, input)
    }
}
