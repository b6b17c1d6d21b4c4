// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import Synchronization

@testable import GatehouseOutbound

/// A clock of fetches that only the test advances.
final class ManualFetchClock: Sendable {
    private struct Alarm {
        let deadline: NIODeadline
        let task: @Sendable () -> Void
    }

    private struct State {
        var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var alarms: [Int: Alarm] = [:]
        var scheduled = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var clock: FetchClock {
        FetchClock(
            now: { self.state.withLock { $0.now } },
            schedule: { deadline, _, task in self.schedule(Alarm(deadline: deadline, task: task)) })
    }

    /// The number of alarms that have neither gone off nor been cancelled.
    var pending: Int { state.withLock { $0.alarms.count } }

    /// Waits until so many alarms have been set since the start, whatever became of them.
    func alarms(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.scheduled < count { state.waiting.append((count, continuation)) }
                return state.scheduled >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets time pass; alarms that are due go off before this returns.
    func advance(by time: TimeAmount) {
        let due = state.withLock { state in
            state.now = state.now + time
            let due = state.alarms.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.alarms[id] = nil }
            return due.values.map(\.task)
        }
        for task in due { task() }
    }

    private func schedule(_ alarm: Alarm) -> FetchClock.Cancel {
        let (id, isDue, reached) = state.withLock { state in
            state.scheduled += 1
            let id = state.scheduled
            let isDue = alarm.deadline <= state.now
            if !isDue { state.alarms[id] = alarm }
            let reached = state.waiting.filter { $0.count <= id }.map(\.continuation)
            state.waiting.removeAll { $0.count <= id }
            return (id, isDue, reached)
        }
        if isDue { alarm.task() }
        for continuation in reached { continuation.resume() }
        return { self.state.withLock { $0.alarms[id] = nil } }
    }
}
