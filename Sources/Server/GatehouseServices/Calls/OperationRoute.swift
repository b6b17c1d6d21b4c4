// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseWire

/// An operation: its entry of the generated table, bound to the domain that performs it.
struct OperationRoute: Sendable {
    let name: String
    let service: ServiceIdentity
    let isSigned: Bool
    /// Whether the operation reads or writes a user's account.
    let access: OperationAccess
    /// The members that a request can have.
    let members: Set<WireName>
    /// The work by which its requests are admitted.
    let work: WorkKinds
    private let body: @Sendable (RequestContext, OperationInput) async throws(ServiceFault) -> any WireStructure
    private let validation: @Sendable (OperationInput) throws(ServiceFault) -> Void

    /// Binds a table entry to the function that creates the service for a request.
    init<Service>(
        _ handler: OperationHandler<Service>, _ kinds: OperationKinds,
        service makeService: @escaping @Sendable (RequestContext) -> Service
    ) {
        name = handler.name
        work = kinds.work(of: handler.name)
        service = handler.service
        isSigned = handler.isSigned
        access = handler.access
        members = handler.members
        body = { (context: RequestContext, input: OperationInput) async throws(ServiceFault) -> any WireStructure in
            try await handler.answer(to: input, by: makeService(context))
        }
        validation = { (input: OperationInput) throws(ServiceFault) in try handler.validate(input) }
    }

    /// Checks a request without performing it.
    /// - Throws: the fault that refuses the request.
    func validate(_ input: OperationInput) throws(ServiceFault) {
        try validation(input)
    }

    /// Parses and checks a request, performs the operation and returns its response.
    func perform(
        _ input: OperationInput, context: RequestContext
    ) async throws(ServiceFault) -> any WireStructure {
        try await body(context, input)
    }
}
