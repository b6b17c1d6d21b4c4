// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The decision of one conflict: the first one counts; nil if there will be none.
typealias ConflictDecision = FirstValue<DataStoreConflictHandlerResult?>

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
