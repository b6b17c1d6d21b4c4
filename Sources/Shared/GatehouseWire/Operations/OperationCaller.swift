// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What can call any operation: whoever conforms has every service protocol for free.
package protocol OperationCaller: Sendable {
    /// Calls an operation and waits for its response.
    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output
}
