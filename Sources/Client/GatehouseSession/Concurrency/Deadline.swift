// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// Runs work that must end within a time.
///
/// - Parameters:
///   - limit: the time.
///   - clock: measures it.
///   - body: the work; it is cancelled when the time is over. If it succeeds all the same, its value counts.
/// - Returns: the work's value.
/// - Throws: the work's error, or `.network` with a timeout.
func withDeadline<Value: Sendable>(
    _ limit: Duration,
    _ clock: ClientClock,
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
            try? await clock.sleep(limit)
            return nil
        }
        var isOver = false
        while let ended = await group.next() {
            if let result = ended {
                group.cancelAll()
                return isOver && result.isCancelled ? .failure(.timedOut) : result
            }
            isOver = !Task.isCancelled
            group.cancelAll()
        }
        return .failure(.timedOut)
    }
    return try result.get()
}

extension Result where Failure == SessionError {
    fileprivate var isCancelled: Bool {
        if case .failure(.cancelled) = self { true } else { false }
    }
}
