// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// A few threads with a waiting queue.
///
/// Work that continues something goes before other work, as in ``FairQueue``.
final class ComputeLane: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting = FairQueue<Work>()
        var time = MeanWork()
    }

    /// The result of handing in work.
    private enum Fate {
        case runs
        case waits
        case refused
    }

    /// The number of threads.
    let threads: Int
    private let places: Int
    private let longestWait: Int
    private let state = Mutex(State())
    private let queue: DispatchQueue

    /// Creates a lane in which at most `places` pieces of work wait, for at most `longestWait` nanoseconds by
    /// expectation.
    init(threads: Int, places: Int = .max, longestWait: Int = .max, label: String, qos: DispatchQoS) {
        self.threads = threads
        self.places = places
        self.longestWait = longestWait
        queue = DispatchQueue(label: label, qos: qos, attributes: .concurrent)
    }

    /// Whether further work would wait too long.
    var isFull: Bool { state.withLock { isFull($0) } }

    /// Takes work; it runs as soon as a thread is free and the work before it has begun.
    /// - Returns: `false` when the work would wait too long, unless it `mayExceed` the limits; it does not run then.
    func take(
        _ priority: WorkPriority = .beginning, isResumed: Bool = false, mayExceed: Bool = false,
        _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        let fate = state.withLock { state -> Fate in
            if state.running < threads {
                state.running += 1
                return .runs
            }
            guard mayExceed || !isFull(state) else { return .refused }
            state.waiting.append(work, priority, isResumed: isResumed)
            return .waits
        }
        if fate == .runs { queue.async { self.run(from: work) } }
        return fate != .refused
    }

    private func isFull(_ state: State) -> Bool {
        state.running == threads && (state.waiting.count >= places || wait(state) > longestWait)
    }

    /// The expected wait of one more piece of work; the running pieces are half done.
    private func wait(_ state: State) -> Int {
        (2 * state.waiting.count + 1) * state.time.value / (2 * threads)
    }

    /// Runs this work and then the waiting work, until none waits.
    private func run(from first: @escaping @Sendable () -> Void) {
        let measures = longestWait < .max
        var next: (@Sendable () -> Void)? = first
        while let work = next {
            let start = measures ? DispatchTime.now().uptimeNanoseconds : 0
            work()
            let time = measures ? Int(DispatchTime.now().uptimeNanoseconds - start) : 0
            next = state.withLock { state in
                if measures { state.time.learn(time, weight: 8) }
                guard let next = state.waiting.popFirst() else {
                    state.running -= 1
                    return nil
                }
                return next
            }
        }
    }
}
