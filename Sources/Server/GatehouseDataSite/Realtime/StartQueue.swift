// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The starts of a connection whose callers are to be checked, and the tasks that check them.
///
/// An authorizer may need seconds, and clients give up when a start is not acknowledged in a few. So some starts are
/// checked at the same time, and the others wait in their order: one client cannot have more tasks than these.
struct StartQueue {
    /// The most starts of a connection that are checked at the same time.
    static let mostTasks = 8

    private var waiting: [(start: RealtimeStart, number: Int)] = []
    private var tasks = 0

    /// Adds a start at the end; the session bounds their number.
    mutating func add(_ start: RealtimeStart, _ number: Int) { waiting.append((start, number)) }

    /// Removes a start that waits; one that is being checked is not here.
    mutating func remove(_ number: Int) { waiting.removeAll { $0.number == number } }

    /// Whether another task has to take starts until there are no more; it counts from now on.
    mutating func takesTask() -> Bool {
        guard !waiting.isEmpty, tasks < Self.mostTasks else { return false }
        tasks += 1
        return true
    }

    /// The start that has waited longest; `nil` ends the task that asks.
    mutating func next() -> (start: RealtimeStart, number: Int)? {
        guard waiting.isEmpty else { return waiting.removeFirst() }
        tasks -= 1
        return nil
    }
}
