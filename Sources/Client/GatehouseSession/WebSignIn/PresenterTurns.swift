// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Synchronization

/// Lets a page of a presenter wait for the end of the one before, if that one was cancelled.
final class PresenterTurns: Sendable {
    private struct Turn: Sendable {
        let isCancelled: @Sendable () -> Bool
        let end: @Sendable () async -> Void
    }

    private let last = Mutex<Turn?>(nil)

    /// Runs work; cancelled work before it, which still gives up what it holds, ends first.
    ///
    /// - Throws: the error of the work.
    func next<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = last.withLock { last in
            let former = last
            // Unstructured on purpose: the next turn can wait for it after this caller has left.
            let task = Task {
                if let former, former.isCancelled() { await former.end() }
                return try await work()
            }
            last = Turn(isCancelled: { task.isCancelled }, end: { _ = await task.result })
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
#endif
