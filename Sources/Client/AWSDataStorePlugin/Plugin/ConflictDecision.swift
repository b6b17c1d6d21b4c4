// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// The decision of one conflict: the first one counts.
final class ConflictDecision: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<DataStoreConflictHandlerResult?, Never>)
        case taken(DataStoreConflictHandlerResult?)
    }

    private let state = Mutex(State.open)

    /// Takes the decision unless there is one; nil if there will be none.
    func take(_ result: DataStoreConflictHandlerResult?) {
        let continuation = state.withLock { state -> CheckedContinuation<DataStoreConflictHandlerResult?, Never>? in
            switch state {
            case .taken: return nil
            case .open:
                state = .taken(result)
                return nil
            case .awaited(let continuation):
                state = .taken(result)
                return continuation
            }
        }
        continuation?.resume(returning: result)
    }

    /// The decision, awaited by one caller.
    var value: DataStoreConflictHandlerResult? {
        get async {
            await withCheckedContinuation { wait($0) }
        }
    }

    private func wait(_ continuation: CheckedContinuation<DataStoreConflictHandlerResult?, Never>) {
        let taken = state.withLock { state -> DataStoreConflictHandlerResult?? in
            if case .taken(let result) = state { return .some(result) }
            state = .awaited(continuation)
            return nil
        }
        if let taken { continuation.resume(returning: taken) }
    }
}

/// The app's reference to a decision.
///
/// An app that releases it without a decision would keep the outbox waiting. The record of the service applies then, as
/// with the default handler.
final class ConflictResolver: Sendable {
    let decision: ConflictDecision

    init(_ decision: ConflictDecision) {
        self.decision = decision
    }

    deinit {
        decision.take(.applyRemote)
    }
}

/// Runs calls one after the other in a task of its own.
final class CallQueue: Sendable {
    private let calls: AsyncStream<@Sendable () async -> Void>.Continuation

    /// Makes an empty queue, whose task ends after the last call once the queue is released.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        calls = continuation
        // Detached, so that the calls have neither the priority nor the local values of the caller that made the queue.
        Task.detached {
            for await call in stream { await call() }
        }
    }

    deinit {
        calls.finish()
    }

    /// Adds a call without waiting for it.
    func add(_ call: @escaping @Sendable () async -> Void) {
        calls.yield(call)
    }
}
