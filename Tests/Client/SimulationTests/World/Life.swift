// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The life of an app's process, which may end at each effect outside of the process: a request, a write.
///
/// Effects of the process after its end are discarded.
final class Life: Sendable {
    /// The effect of an event on the process.
    enum Fate {
        case lives, diesBefore, diesAfter
    }

    private struct State {
        var isOver = false
        var eventsLeft: Int?
        var diesAfterEvent = false
        var mourners: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock(\.isOver) }

    /// Ends the process at a later event.
    ///
    /// - Parameters:
    ///   - count: how many events it still lives through.
    ///   - isAfter: whether the event takes place before the process dies at it.
    func limit(to count: Int, isAfter: Bool) {
        state.withLock { state in
            state.eventsLeft = count
            state.diesAfterEvent = isAfter
        }
    }

    /// Takes back a limit that was not reached.
    func spare() {
        state.withLock { $0.eventsLeft = nil }
    }

    /// Counts an event.
    func meet() -> Fate {
        state.withLock { state in
            if state.isOver { return .diesBefore }
            guard let left = state.eventsLeft else { return .lives }
            state.eventsLeft = left - 1
            return left > 0 ? .lives : state.diesAfterEvent ? .diesAfter : .diesBefore
        }
    }

    /// Ends the process.
    func end() {
        let mourners = state.withLock { state in
            state.isOver = true
            defer { state.mourners = [] }
            return state.mourners
        }
        for mourner in mourners { mourner() }
    }

    /// Runs a closure at the end of the process, or at once after it.
    func atEnd(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.mourners.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }
}
