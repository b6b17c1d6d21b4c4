// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Lets a write that has met many conflicts run without other writes of this process.
///
/// Among writers of one row the first commit wins, and any of them can lose many times. All writes enter in the order of
/// their arrival; one that is to run alone waits for those inside, and those behind wait for it. A write has its
/// connection before it enters, so no write inside waits for one.
final class WriteGate: Sendable {
    private struct Entrant {
        let isAlone: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var inside = 0
        /// Whether the one inside runs alone.
        var isAlone = false
        var waiting: [Entrant] = []

        func admits(alone: Bool) -> Bool { alone ? inside == 0 : !isAlone }

        mutating func enter(alone: Bool) {
            inside += 1
            isAlone = alone
        }
    }

    private let state = Mutex(State())

    /// Waits for the entrance; the caller leaves on every way out.
    func enter(alone: Bool) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let enters = state.withLock { state in
                guard state.waiting.isEmpty, state.admits(alone: alone) else {
                    state.waiting.append(Entrant(isAlone: alone, continuation: continuation))
                    return false
                }
                state.enter(alone: alone)
                return true
            }
            if enters { continuation.resume() }
        }
    }

    /// Leaves, so that others can enter.
    func leave() {
        let entering = state.withLock { state in
            state.inside -= 1
            state.isAlone = false
            var entering: [Entrant] = []
            while let next = state.waiting.first, state.admits(alone: next.isAlone) {
                state.waiting.removeFirst()
                state.enter(alone: next.isAlone)
                entering.append(next)
            }
            return entering
        }
        for entrant in entering { entrant.continuation.resume() }
    }
}
