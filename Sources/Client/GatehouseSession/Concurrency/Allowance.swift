// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// The time that a call may take in all, spent part by part; what a person takes in between is not counted.
struct Allowance: Sendable {
    private let clock: ClientClock
    private var rest: Duration

    init(_ limit: Duration, _ clock: ClientClock) {
        self.clock = clock
        rest = limit
    }

    /// Runs a part of the call in the time that is left.
    ///
    /// - Throws: the part's error, or `.network` with a timeout.
    mutating func spend<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let start = clock.uptime()
        defer { rest -= clock.uptime() - start }
        return try await withDeadline(rest, clock, body)
    }
}
