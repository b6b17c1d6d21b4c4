// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The expected wait of a request for its event loop.
package struct LoopWait: Sendable {
    /// No wait.
    package static let none = LoopWait(time: 0, waiting: 0)

    /// The time in nanoseconds for which the request's bytes have waited, and will wait for the jobs before its own.
    package let time: Int
    /// The number of jobs that wait.
    package let waiting: Int

    init(time: Int, waiting: Int) {
        self.time = time
        self.waiting = waiting
    }
}

/// The load of one event loop: what it has to do before it can begin another request.
///
/// In each turn, an event loop reads what has arrived and then runs the jobs of the requests. Bytes that arrive during
/// the jobs wait for the next turn, and their request then waits for the jobs of earlier requests.
package final class LoopLoad: Sendable {
    private struct State {
        /// The jobs that wait.
        var waiting = 0
        /// The mean time of a job.
        var job = MeanWork()
        /// The time of the jobs since bytes were read last, and when the last one ended.
        var jobs = 0
        var jobsEnd = 0
        /// The longest wait of the bytes that this turn reads, and the time at which the turn began.
        var lag = 0
        var turn = 0
    }

    private let state = Mutex(State())

    /// Creates the load of an idle event loop.
    package init() {}

    /// Records that a job begins to wait.
    package func add() {
        state.withLock { $0.waiting += 1 }
    }

    /// Records a job that ran from `start` until `end`, in nanoseconds of a monotonic clock.
    package func ran(from start: Int, until end: Int) {
        state.withLock { state in
            state.waiting -= 1
            state.job.learn(end - start, weight: 64)
            state.jobs += end - start
            state.jobsEnd = end
        }
    }

    /// The expected wait of a request whose head is read at a time in nanoseconds.
    package func wait(at now: Int) -> LoopWait {
        state.withLock { state in
            if state.jobs > 0 {
                // Bytes that are read after a pause have arrived during the pause.
                state.lag = max(0, state.jobs - (now - state.jobsEnd))
                state.turn = now
                state.jobs = 0
            }
            // A turn in which no job was begun is followed by another one.
            let lag = max(0, state.lag - (now - state.turn))
            return LoopWait(time: lag + state.waiting * state.job.value, waiting: state.waiting)
        }
    }
}
