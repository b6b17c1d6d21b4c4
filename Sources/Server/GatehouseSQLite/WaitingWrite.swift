// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// A caller that waits for a commit, with the type of its result erased.
///
/// It is resumed exactly once.
struct WaitingWrite: Sendable {
    /// Runs the body and returns the closure that resumes the caller with the result, to be called after the commit.
    let run: @Sendable (any SQLConnection) throws -> (@Sendable () -> Void)
    /// Resumes the caller with an error.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        run = { connection in
            let value = try body(connection)
            return { continuation.resume(returning: value) }
        }
        fail = { error in continuation.resume(throwing: error) }
    }
}
