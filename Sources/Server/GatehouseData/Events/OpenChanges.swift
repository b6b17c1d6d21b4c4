// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import Synchronization

/// The mutations of this process whose transactions have not ended.
///
/// A mutation gets a number and the time before its transaction begins. The time of the change itself is not before that
/// time, because both are by the same clock, which never goes back. So everything before the earliest of these times has
/// ended, however long a transaction stays open.
final class OpenChanges: Sendable {
    private struct Doubt {
        let number: Int
        let time: Int
        let end: ContinuousClock.Instant
    }

    private struct State {
        var number = 0
        /// The times of the open mutations by their numbers.
        var open: [Int: Int] = [:]
        var doubts: [Doubt] = []
    }

    /// The time for which a mutation whose outcome is unknown counts as open: the database has ended its transaction then.
    private static let longestDoubt = Duration.milliseconds(ChangeMark.life)

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// Begins a mutation, and returns its number.
    func begin(by clock: ForwardClock) -> Int {
        state.withLock { state in
            state.number += 1
            // The time is read under the lock: a mark that was made before has an earlier one.
            state.open[state.number] = clock.now.milliseconds
            return state.number
        }
    }

    /// Ends a mutation whose transaction was committed or rolled back.
    func end(_ number: Int) {
        state.withLock { $0.open[number] = nil }
    }

    /// Ends a mutation whose transaction may still be committed by the database.
    func doubt(_ number: Int) {
        let end = now() + Self.longestDoubt
        state.withLock { state in
            guard let time = state.open.removeValue(forKey: number) else { return }
            state.doubts.append(Doubt(number: number, time: time, end: end))
        }
    }

    /// How far the mutations have ended.
    func settled(by clock: ForwardClock) -> SettledChanges {
        let instant = now()
        return state.withLock { state in
            state.doubts.removeAll { $0.end <= instant }
            let now = clock.now.milliseconds
            let times = state.open.values + state.doubts.map(\.time)
            let numbers = state.open.keys + state.doubts.map(\.number)
            return SettledChanges(
                now: now, time: times.min().map { min($0, now) } ?? now, number: numbers.min() ?? state.number + 1,
                isIdle: numbers.isEmpty)
        }
    }
}

/// How far the changes of this process have ended.
struct SettledChanges: Hashable, Sendable {
    /// The present time in milliseconds since 1970.
    let now: Int
    /// All changes with earlier times have ended.
    let time: Int
    /// All changes with lesser numbers have ended.
    let number: Int
    /// Whether all changes have ended.
    let isIdle: Bool
}
