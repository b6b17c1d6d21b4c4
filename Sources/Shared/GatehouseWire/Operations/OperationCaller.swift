// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type that can call any operation; it conforms to every service protocol without methods of its own.
package protocol OperationCaller: Sendable {
    /// Calls an operation and waits for its response.
    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output
}
