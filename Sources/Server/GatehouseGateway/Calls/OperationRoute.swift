// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// An operation: its entry of the generated table, bound to the domain that performs it.
struct OperationRoute: Sendable {
    let name: String
    let service: ServiceIdentity
    let isSigned: Bool
    /// Whether the operation reads or writes a user's account.
    let access: AccountRates.Access
    private let body: @Sendable (RequestContext, WireValue) async throws(ServiceFault) -> WireValue
    private let validation: @Sendable (WireValue) throws(ServiceFault) -> Void

    /// Binds a table entry to the function that creates the service for a request.
    init<Service>(
        _ handler: OperationHandler<Service>, service makeService: @escaping @Sendable (RequestContext) -> Service
    ) {
        name = handler.name
        service = handler.service
        isSigned = handler.isSigned
        access = Self.access(handler.name)
        body = { (context: RequestContext, input: WireValue) async throws(ServiceFault) -> WireValue in
            try await handler.perform(input, with: makeService(context))
        }
        validation = { (input: WireValue) throws(ServiceFault) in try handler.validate(input) }
    }

    /// The kind of access that an operation's name implies; a sign-in counts as reading.
    private static func access(_ name: String) -> AccountRates.Access {
        let verb = name.hasPrefix("Admin") ? name.dropFirst("Admin".count) : name[...]
        let reading = ["Get", "List", "Describe", "InitiateAuth", "RespondToAuthChallenge"]
        return reading.contains { verb.hasPrefix($0) } ? .read : .write
    }

    /// Checks a request without performing it.
    /// - Throws: the fault that refuses the request.
    func validate(_ input: WireValue) throws(ServiceFault) {
        try validation(input)
    }

    /// Parses and checks a request, performs the operation and returns its response, both as wire values.
    func perform(_ input: WireValue, context: RequestContext) async throws(ServiceFault) -> WireValue {
        try await body(context, input)
    }
}
