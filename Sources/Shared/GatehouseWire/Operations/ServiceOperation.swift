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
