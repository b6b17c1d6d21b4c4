// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Synchronization

/// The present probabilities of a disk's faults, in per cent, and the dice that decide on each.
final class DiskFaults: Sendable {
    struct Conditions: Sendable, Equatable {
        /// A read fails.
        var reads = 0
        /// The disk is full at one of the statements of a write.
        var full = 0
        /// A commit fails, and nothing of it stays.
        var commits = 0
        /// A commit reports a failure, though all of it stays.
        var doubtful = 0
        /// The longest wait before and after a transaction, in milliseconds.
        var slowness = 20

        static let calm = Conditions()
    }

    /// The fault of one write.
    enum WriteFault: Equatable {
        case none
        /// The disk is full at the statement with this number.
        case full(at: Int)
        case failedCommit
        case doubtfulCommit
    }

    private struct State {
        var conditions = Conditions.calm
        var dice = Dice(seed: 0)
    }

    private let state = Mutex(State())

    var conditions: Conditions {
        get { state.withLock { $0.conditions } }
        set { state.withLock { $0.conditions = newValue } }
    }

    /// Begins a step, whose faults follow from its own seed.
    func begin(seed: UInt64) { state.withLock { $0.dice = Dice(seed: seed) } }

    func delay() -> Duration {
        state.withLock { state in state.dice.duration(upTo: .milliseconds(state.conditions.slowness)) }
    }

    func readFails() -> Bool {
        state.withLock { state in state.dice.chance(state.conditions.reads) }
    }

    func chance(_ percent: Int) -> Bool {
        state.withLock { state in state.dice.chance(percent) }
    }

    func nextWrite() -> WriteFault {
        state.withLock { state in
            let conditions = state.conditions
            let choice = state.dice.below(100)
            if choice < conditions.full { return .full(at: state.dice.below(6)) }
            if choice < conditions.full + conditions.commits { return .failedCommit }
            return choice < conditions.full + conditions.commits + conditions.doubtful ? .doubtfulCommit : .none
        }
    }
}
