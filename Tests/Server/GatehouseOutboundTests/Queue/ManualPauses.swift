// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Pauses that last until the test lets all of one length end, or until they are cancelled.
final class ManualPauses: Sendable {
    private struct State {
        var ended: Set<Duration> = []
        var waiting: [(Duration, AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())

    func pause(_ duration: Duration) async throws {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        let isOver = state.withLock { state in
            if !state.ended.contains(duration) { state.waiting.append((duration, continuation)) }
            return state.ended.contains(duration)
        }
        if isOver { return }
        for await _ in end {}
        try Task.checkCancellation()
    }

    /// Ends the pauses of that length, those to come too.
    func end(_ duration: Duration) {
        let waiting = state.withLock { state in
            state.ended.insert(duration)
            return state.waiting.filter { $0.0 == duration }
        }
        for (_, continuation) in waiting { continuation.finish() }
    }
}
