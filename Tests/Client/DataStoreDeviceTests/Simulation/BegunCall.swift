// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Synchronization

/// A call of an app that runs beside the steps of a run.
final class BegunCall: Sendable {
    /// The greatest time of a call by the clock of the run: the time of a request, and of one for its token.
    static let limit = Duration.seconds(40)

    /// A new note that a call saves.
    struct Save: Sendable {
        let key: String
        let text: String
        let owner: String
        let device: Int
    }

    /// The end of a call: an error is one, too.
    private struct End {
        let time: Duration
        let failure: (any Error)?
    }

    let name: String
    private let save: Save?
    private let clock: TestClock
    private let begin: Duration
    private let end = Mutex<End?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    private init(_ name: String, _ save: Save?, _ clock: TestClock) {
        self.name = name
        self.save = save
        self.clock = clock
        begin = clock.elapsed
    }

    /// Begins a call.
    static func begin(
        _ name: String, saving save: Save? = nil, _ clock: TestClock,
        _ call: @escaping @Sendable () async throws -> Void
    ) -> BegunCall {
        let begun = BegunCall(name, save, clock)
        let task = Task {
            var failure: (any Error)?
            do { try await call() } catch { failure = error }
            let end = End(time: clock.elapsed, failure: failure)
            begun.end.withLock { $0 = end }
        }
        begun.task.withLock { $0 = task }
        return begun
    }

    var hasEnded: Bool { end.withLock { $0 != nil } }

    /// The note that the call has saved; nil for another call, before the end, and after an error.
    var accepted: Save? { hasEnded && failure == nil ? save : nil }

    /// The error of the call; nil before the end, and without one.
    var failure: (any Error)? { end.withLock { $0?.failure } }

    /// The time from the begin to the end, or to now.
    var duration: Duration { (end.withLock { $0?.time } ?? clock.elapsed) - begin }

    func cancel() { task.withLock { $0 }?.cancel() }

    /// Gives the call turns of the machine, as many as it needs without the clock.
    func giveTurns(_ count: Int) async {
        for _ in 0..<count {
            if hasEnded { return }
            await Task.yield()
        }
    }
}
