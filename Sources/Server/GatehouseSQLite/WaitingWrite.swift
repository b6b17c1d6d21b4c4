// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// One caller that waits for a commit, with the type of its result put away.
///
/// It is answered exactly once.
struct WaitingWrite: Sendable {
    /// Runs the body; what it returns hands the result to the caller, and is called after the commit.
    let run: @Sendable (any SQLConnection) throws -> (@Sendable () -> Void)
    /// Hands an error to the caller.
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
