// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// A few threads with a short waiting queue.
final class ComputeLane: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// The result of handing in work.
    private enum Fate {
        case runs
        case waits
        case refused
    }

    private let threads: Int
    private let places: Int
    private let state = Mutex(State())
    /// The quality of service differs from that of the threads that sign tokens, so that the two never wait for each
    /// other's threads.
    private let queue = DispatchQueue(label: "gatehouse.lane", qos: .utility, attributes: .concurrent)

    init(threads: Int, places: Int) {
        self.threads = threads
        self.places = places
    }

    /// Takes work; it runs as soon as a thread is free and all work before it has begun.
    /// - Returns: `false` when the waiting queue is full; the work does not run then.
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

    /// Runs this work and then the waiting work, until none waits.
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
