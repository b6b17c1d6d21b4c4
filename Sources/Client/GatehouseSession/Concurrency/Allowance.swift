// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// The time that a call may take in all, spent part by part; what a person takes in between is not counted.
struct Allowance: Sendable {
    private let deadline: Deadline
    private var rest: Duration

    init(_ deadline: Deadline) {
        self.deadline = deadline
        rest = deadline.limit
    }

    /// Runs a part of the call in the time that is left.
    ///
    /// - Throws: the part's error, or `.network` with a timeout.
    mutating func spend<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let start = deadline.clock.uptime()
        defer { rest -= deadline.clock.uptime() - start }
        return try await withDeadline(
            Deadline(limit: rest, clock: deadline.clock, server: deadline.server), body)
    }
}
