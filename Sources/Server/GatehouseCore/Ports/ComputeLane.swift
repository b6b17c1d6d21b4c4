// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// A few threads, and a few places to wait before them.
final class ComputeLane: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// What becomes of work that is handed in.
    private enum Fate {
        case runs
        case waits
        case refused
    }

    private let threads: Int
    private let places: Int
    private let state = Mutex(State())
    /// Of another class than the threads that sign tokens, so that the two never wait for each other's threads.
    private let queue = DispatchQueue(label: "gatehouse.lane", qos: .utility, attributes: .concurrent)

    init(threads: Int, places: Int) {
        self.threads = threads
        self.places = places
    }

    /// Takes work, which runs as soon as a thread is free and what came before it has begun.
    /// - Returns: `false` when every place is taken; the work is not done then.
    func take(_ work: @escaping @Sendable () -> Void) -> Bool {
        let fate = state.withLock { state -> Fate in
            if state.running < threads {
                state.running += 1
                return .runs
            }
            guard state.waiting.count < places else { return .refused }
            state.waiting.append(work)
            return .waits
        }
        if fate == .runs { queue.async { self.run(from: work) } }
        return fate != .refused
    }

    /// Does this work and then what waits.
    private func run(from first: @escaping @Sendable () -> Void) {
        var next: (@Sendable () -> Void)? = first
        while let work = next {
            work()
            next = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.running -= 1
                return nil
            }
        }
    }
}
