// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// The threads that do the work of a ``ComputeLane``.
///
/// A simulation has threads of its own, on which work takes simulated time.
package protocol LaneThreads: Sendable {
    /// Does a piece of work on a free thread, ends it with the time that it took, and goes on with the next one, until
    /// there is none.
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
