// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// The total time of a call, spent part by part; the user's time in between does not count.
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
