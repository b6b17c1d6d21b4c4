// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An operation of a service, with the types of its input and output.
package protocol ServiceOperation: Sendable {
    /// The request.
    associatedtype Input: WireStructure
    /// The response.
    associatedtype Output: WireStructure
    /// The operation's name on the wire.
    static var name: String { get }
    /// The service that offers it.
    static var service: ServiceIdentity { get }
    /// Whether a caller needs AWS credentials.
    static var isSigned: Bool { get }
}

/// What an operation does with a user's account, for the rate limits of accounts.
///
/// `Models/rate-classes.tsv` has it for each operation.
package enum OperationAccess: Sendable, Equatable {
    /// Reading; signing in counts as reading, as in the service.
    case read
    case write
}

/// A type that can call any operation; it conforms to every service protocol without methods of its own.
package protocol OperationCaller: Sendable {
    /// Calls an operation and waits for its response.
    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output
}

/// The response of an operation that has none.
package struct NoOutput: WireStructure {
    /// Creates the empty response.
    package init() {}
    package init(absent: Void) {}
    package mutating func exchange(_ wire: inout WireExchange) {}
}

/// An operation as the table of a service holds it: from a request on the wire to an answer.
package struct OperationHandler<Service>: Sendable {
    /// The operation's name on the wire.
    package let name: String
    /// The service that offers it.
    package let service: ServiceIdentity
    /// Whether a caller needs AWS credentials.
    package let isSigned: Bool
    /// What it does with a user's account.
    package let access: OperationAccess
    /// The members that a request can have.
    package let members: Set<WireName>
    private let body: @Sendable (Service, OperationInput) async throws(ServiceFault) -> any WireStructure
    private let validation: @Sendable (OperationInput) throws(ServiceFault) -> Void

    /// A method of a service that performs an operation.
    package typealias Method<Input, Output> = (Input) async throws(ServiceFault) -> Output

    /// Joins an operation to the method that performs it.
    package init<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ access: OperationAccess,
        _ method: @escaping @Sendable (Service) -> Method<Operation.Input, Operation.Output>
    ) {
        name = Operation.name
        service = Operation.service
        isSigned = Operation.isSigned
        self.access = access
        members = Operation.Input.memberNames
        body = { (service: Service, input: OperationInput) async throws(ServiceFault) -> any WireStructure in
            let request = try Operation.Input(validating: input, for: Operation.service)
            return try await method(service)(request)
        }
        validation = { (input: OperationInput) throws(ServiceFault) in
            _ = try Operation.Input(validating: input, for: Operation.service)
        }
    }

    /// Joins an operation without an output to the method that performs it.
    package init<Operation: ServiceOperation>(
        silent operation: Operation.Type, _ access: OperationAccess,
        _ method: @escaping @Sendable (Service) -> Method<Operation.Input, Void>
    ) where Operation.Output == NoOutput {
        self.init(operation, access) { (service: Service) in
            let perform = method(service)
            return { (input: Operation.Input) async throws(ServiceFault) -> NoOutput in
                try await perform(input)
                return NoOutput()
            }
        }
    }

    /// Checks a request against the service model.
    ///
    /// - Parameter input: The request.
    /// - Throws: The fault that refuses the request.
    package func validate(_ input: OperationInput) throws(ServiceFault) {
        try validation(input)
    }

    /// Reads and checks a request, and performs the operation.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - service: The service that performs it.
    /// - Returns: The answer, which the caller writes.
    /// - Throws: The fault of the service, or the one that refuses the request.
    package func answer(
        to input: OperationInput, by service: Service
    ) async throws(ServiceFault) -> any WireStructure {
        try await body(service, input)
    }

    /// Reads and checks a request, performs the operation and writes the answer.
    ///
    /// - Parameters:
    ///   - input: The request on the wire, an object.
    ///   - service: The service that performs it.
    /// - Returns: The answer on the wire, an object.
    /// - Throws: The fault of the service, or the one that refuses the request.
    package func perform(_ input: WireValue, with service: Service) async throws(ServiceFault) -> WireValue {
        try await answer(to: .form(input), by: service).wireValue(in: self.service.form)
    }
}

extension Dictionary where Key == String {
    /// A table of operations by their names.
    package init<Service>(operations: [OperationHandler<Service>]) where Value == OperationHandler<Service> {
        self.init(operations.map { ($0.name, $0) }) { first, _ in first }
    }
}

/// The names of a service on the wire.
package struct ServiceIdentity: Sendable, Hashable {
    /// The prefix of the operation's name in `X-Amz-Target`; nil for query services.
    package let targetPrefix: String?
    /// The service's name in the scope of a signature.
    package let signingName: String
    /// The manner in which its messages travel.
    package let form: WireForm
    /// The version of the service model.
    package let version: String
    /// The name space of its XML answers; nothing for JSON services.
    package let xmlNamespace: String?
    /// The code of the fault that reports violated constraints.
    package let validationCode: ServiceFault.Code

    /// Describes a service.
    package init(
        targetPrefix: String?,
        signingName: String,
        form: WireForm,
        version: String,
        xmlNamespace: String?,
        validationCode: ServiceFault.Code
    ) {
        self.targetPrefix = targetPrefix
        self.signingName = signingName
        self.form = form
        self.version = version
        self.xmlNamespace = xmlNamespace
        self.validationCode = validationCode
    }
}
