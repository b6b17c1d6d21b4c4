// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The result of an operation, for any number of waiting callers.
///
/// Unchecked because values need not be sendable: the operation does not use its result after it passed it on; a lock
/// guards the state.
final class OperationOutcome<Success, Failure: Error>: @unchecked Sendable {
    private let lock = NSLock()
    private var result: Result<Success, Failure>?
    private var waiting: [(Result<Success, Failure>) -> Void] = []

    /// Sets the result; without effect if there is one.
    func settle(_ result: Result<Success, Failure>) {
        let receivers = lock.withLock {
            guard self.result == nil else { return waiting }
            self.result = result
            defer { waiting = [] }
            return waiting
        }
        receivers.forEach { $0(result) }
    }

    /// Calls the receiver with the result, now or when it is known.
    func whenSettled(_ receive: @escaping (Result<Success, Failure>) -> Void) {
        let known = lock.withLock {
            if result == nil {
                waiting.append(receive)
            }
            return result
        }
        if let known {
            receive(known)
        }
    }

    /// Waits for the value.
    ///
    /// - Throws: the operation's error.
    func value() async throws -> Success {
        let delivery = await withCheckedContinuation { continuation in
            whenSettled { continuation.resume(returning: Delivery(result: $0)) }
        }
        return try delivery.result.get()
    }

    /// A result on its way into a task.
    ///
    /// Unchecked because the operation gives its result away.
    private struct Delivery: @unchecked Sendable {
        let result: Result<Success, Failure>
    }
}
