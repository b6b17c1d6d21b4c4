// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire

/// The time that a call has.
struct Deadline: Sendable {
    let limit: Duration
    /// Measures the time.
    let clock: ClientClock
    /// The address of the server, for the error of a call that does not end.
    let server: String

    /// A part of the time.
    static func / (deadline: Deadline, divisor: Int) -> Deadline {
        Deadline(limit: deadline.limit / divisor, clock: deadline.clock, server: deadline.server)
    }

    fileprivate var passed: SessionError {
        .network(ServiceFault(TransportError(.timedOut), of: "The call to \(server)"))
    }
}

/// Runs work that must end within a time.
///
/// - Parameters:
///   - deadline: the time.
///   - body: the work; it is cancelled when the time is over. If it still succeeds, its value counts.
/// - Returns: the work's value.
/// - Throws: the work's error, or `.network` with a timeout.
func withDeadline<Value: Sendable>(
    _ deadline: Deadline,
    _ body: @escaping @Sendable () async throws(SessionError) -> Value
) async throws(SessionError) -> Value {
    let result = await withTaskGroup(of: Result<Value, SessionError>?.self) { group in
        group.addTask {
            do throws(SessionError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            // Ends early only by cancellation, which then is the other child's end as well.
            try? await deadline.clock.sleep(deadline.limit)
            return nil
        }
        var isOver = false
        while let ended = await group.next() {
            if let result = ended {
                group.cancelAll()
                return isOver && result.isCancelled ? .failure(deadline.passed) : result
            }
            isOver = !Task.isCancelled
            group.cancelAll()
        }
        return .failure(deadline.passed)
    }
    return try result.get()
}

extension Result where Failure == SessionError {
    fileprivate var isCancelled: Bool {
        if case .failure(.cancelled) = self { true } else { false }
    }
}

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
