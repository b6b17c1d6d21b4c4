// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Synchronization

/// The changes of state that a listener received, in order.
final class StateLog: Sendable {
    struct Change: Sendable, Equatable {
        let state: UserState
        let information: [String: String]
    }

    private struct Waiter {
        let state: UserState
        /// The number of changes to the state that end the wait.
        let count: Int
        let isDue = Latch()
    }

    private struct State {
        var changes: [Change] = []
        var waiters: [Waiter] = []

        mutating func dueWaiters() -> [Waiter] {
            let changes = changes
            let isDue = { (waiter: Waiter) in changes.count { $0.state == waiter.state } >= waiter.count }
            defer { waiters.removeAll(where: isDue) }
            return waiters.filter(isDue)
        }
    }

    private let state = Mutex(State())

    var changes: [Change] { state.withLock(\.changes) }

    var states: [UserState] { changes.map(\.state) }

    /// The last change.
    var last: Change? { changes.last }

    /// The number of changes to a state.
    func count(_ state: UserState) -> Int { states.count { $0 == state } }

    func append(_ userState: UserState, _ information: [String: String]) {
        let due = state.withLock { state in
            state.changes.append(Change(state: userState, information: information))
            return state.dueWaiters()
        }
        for waiter in due { waiter.isDue.open() }
    }

    func forget() { state.withLock { $0.changes = [] } }

    /// Waits until the log has a number of changes to a state, counted since it was emptied.
    func heard(_ userState: UserState, times count: Int = 1) async {
        let waiter = Waiter(state: userState, count: count)
        let due = state.withLock { state in
            state.waiters.append(waiter)
            return state.dueWaiters()
        }
        for waiter in due { waiter.isDue.open() }
        await waiter.isDue.wait()
    }
}

/// Words in the order in which they were written.
final class Journal: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock(\.self) }

    func note(_ line: String) { state.withLock { $0.append(line) } }
}
