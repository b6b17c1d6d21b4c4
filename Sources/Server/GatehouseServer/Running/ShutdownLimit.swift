// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import ServiceLifecycle
import Synchronization

/// Ends the process if its graceful shutdown takes too long, for example because a request hangs.
///
/// Container runtimes kill a process ten seconds after SIGTERM.
package final class ShutdownLimit: Service {
    /// The time after which the requests in progress are cancelled.
    package static let untilCancellation = Duration.seconds(7)
    /// The time after which the process ends even if requests in progress do not.
    package static let untilEnd = Duration.milliseconds(7_800)
    /// The longest time from the signal to the end of the process: the log is written for a second at most.
    package static let longest = Duration.seconds(9)

    private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    private let begin: @Sendable () -> Void
    private let end: @Sendable () -> Void
    private let isOver = Mutex(false)

    /// Creates the limit; `begin` is called when the shutdown begins, and `end` ends the process.
    ///
    /// `schedule` runs a closure after a time, on a thread that no request can block.
    package init(
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = ShutdownLimit.onOwnThread,
        begin: @escaping @Sendable () -> Void = {}, end: @escaping @Sendable () -> Void
    ) {
        self.schedule = schedule
        self.begin = begin
        self.end = end
    }

    /// Runs a closure after a time, on a thread of its own.
    package static func onOwnThread(after time: Duration, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "gatehouse.shutdown").asyncAfter(deadline: .now() + time / .seconds(1), execute: body)
    }

    /// Waits for the graceful shutdown, and starts its time limit.
    package func run() async throws {
        // A process that ends because of an error needs no limit.
        guard (try? await gracefulShutdown()) != nil else { return }
        begin()
        schedule(Self.untilEnd) { [self] in
            if !isOver.withLock({ $0 }) { end() }
        }
    }

    /// Records that the shutdown is complete.
    package func complete() {
        isOver.withLock { $0 = true }
    }
}
