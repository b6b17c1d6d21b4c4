// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// A few threads with a waiting queue.
///
/// Work that continues something goes before other work, as in ``FairQueue``.
final class ComputeLane: Sendable {
    /// Work, and a function that receives its time in nanoseconds.
    private struct Work {
        let run: @Sendable () -> Void
        let report: (@Sendable (_ time: Int) -> Void)?
    }

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
    let count: Int
    private let threads: any LaneThreads
    private let places: Int
    private let longestWait: Int
    private let state = Mutex(State())

    /// Creates a lane with `count` threads, in which at most `places` pieces of work wait, for at most `longestWait`
    /// nanoseconds by expectation.
    init(_ count: Int, of threads: any LaneThreads, places: Int = .max, longestWait: Int = .max) {
        self.count = count
        self.threads = threads
        self.places = places
        self.longestWait = longestWait
    }

    /// Whether further work would wait too long.
    var isFull: Bool { state.withLock { isFull($0) } }

    /// Whether a thread is free, so that no work waits.
    var hasFreeThread: Bool { state.withLock { $0.running < count } }

    /// Takes work; it runs as soon as a thread is free and the work before it has begun.
    ///
    /// `report` gets the time in nanoseconds that it took, at its end.
    /// - Returns: `false` when the work would wait too long, unless it `mayExceed` the limits; it does not run then.
    func take(
        _ priority: WorkPriority = .beginning, isResumed: Bool = false, mayExceed: Bool = false,
        report: (@Sendable (_ time: Int) -> Void)? = nil, _ run: @escaping @Sendable () -> Void
    ) -> Bool {
        let work = Work(run: run, report: report)
        let fate = state.withLock { state -> Fate in
            if state.running < count {
                state.running += 1
                return .runs
            }
            guard mayExceed || !isFull(state) else { return .refused }
            state.waiting.append(work, priority, isResumed: isResumed)
            return .waits
        }
        if fate == .runs { threads.run(placed(work)) }
        return fate != .refused
    }

    private func isFull(_ state: State) -> Bool {
        state.running == count && (state.waiting.count >= places || wait(state) > longestWait)
    }

    /// The expected wait of one more piece of work; the running pieces are half done.
    private func wait(_ state: State) -> Int {
        (2 * state.waiting.count + 1) * state.time.value / (2 * count)
    }

    /// The work on a thread, which takes the next waiting work at its end.
    private func placed(_ work: Work) -> LaneWork {
        LaneWork(run: work.run) { time in
            work.report?(time)
            let next = self.state.withLock { state -> Work? in
                if self.longestWait < .max { state.time.learn(time, weight: 8) }
                let next = state.waiting.popFirst()
                if next == nil { state.running -= 1 }
                return next
            }
            return next.map(self.placed)
        }
    }
}

/// The threads that do the work of a ``ComputeLane``.
///
/// A simulation has threads of its own, on which work takes simulated time.
package protocol LaneThreads: Sendable {
    /// Does a piece of work on a free thread, ends it with its time, and continues with the next one, until there is
    /// none.
    func run(_ work: LaneWork)
}

/// Work that a thread of a ``ComputeLane`` does.
package struct LaneWork: Sendable {
    /// Does the work.
    package let run: @Sendable () -> Void
    /// Ends the work, which took a time in nanoseconds, and returns the next work for the thread, if any waits.
    package let end: @Sendable (_ time: Int) -> LaneWork?
}

/// Threads of Dispatch.
struct DispatchThreads: LaneThreads {
    private let queue: DispatchQueue

    init(label: String, qos: DispatchQoS) {
        queue = DispatchQueue(label: label, qos: qos, attributes: .concurrent)
    }

    func run(_ work: LaneWork) {
        queue.async {
            var next: LaneWork? = work
            while let work = next {
                let start = DispatchTime.now().uptimeNanoseconds
                work.run()
                next = work.end(Int(DispatchTime.now().uptimeNanoseconds - start))
            }
        }
    }
}
