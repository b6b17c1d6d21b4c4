// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// The source of the time for deadlines of requests to other servers.
struct FetchClock: Sendable {
    typealias Cancel = @Sendable () -> Void

    /// The system's clock; tasks run on the event loop.
    static let system = FetchClock(
        now: { .now() },
        schedule: { deadline, loop, task in
            let scheduled = loop.scheduleTask(deadline: deadline, task)
            return { scheduled.cancel() }
        })

    /// The present moment.
    let now: @Sendable () -> NIODeadline
    /// Runs a task once at a moment, unless it is cancelled before.
    let schedule:
        @Sendable (
            _ deadline: NIODeadline, _ loop: any EventLoop, _ task: @escaping @Sendable () -> Void
        ) -> Cancel
}
