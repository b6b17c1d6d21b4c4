// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Synchronization

/// A call of an app that runs beside the steps of a run.
final class BegunCall: Sendable {
    /// The greatest time of a call by the clock of the run: the time of a request, and of one for its token.
    static let limit = Duration.seconds(40)

    let name: String
    private let clock: TestClock
    private let begin: Duration
    private let end = Mutex<Duration?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    private init(_ name: String, _ clock: TestClock) {
        self.name = name
        self.clock = clock
        begin = clock.elapsed
    }

    /// Begins a call.
    static func begin(
        _ name: String, _ clock: TestClock, _ call: @escaping @Sendable () async throws -> Void
    ) -> BegunCall {
        let begun = BegunCall(name, clock)
        let task = Task {
            // An error is an end, too.
            try? await call()
            let now = clock.elapsed
            begun.end.withLock { $0 = now }
        }
        begun.task.withLock { $0 = task }
        return begun
    }

    var hasEnded: Bool { end.withLock { $0 != nil } }

    /// The time from the begin to the end, or to now.
    var duration: Duration { (end.withLock { $0 } ?? clock.elapsed) - begin }

    func cancel() { task.withLock { $0 }?.cancel() }

    /// Gives the call turns of the machine, as many as it needs without the clock.
    func giveTurns(_ count: Int) async {
        for _ in 0..<count {
            if hasEnded { return }
            await Task.yield()
        }
    }
}
