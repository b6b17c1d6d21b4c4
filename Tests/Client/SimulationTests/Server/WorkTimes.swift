// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseWire
import Synchronization

/// The times that work takes on the threads of one process; some processes are slow in some of it.
final class WorkTimes: Sendable {
    /// The work of one lane.
    enum Lane: CaseIterable, Sendable {
        case computing
        case hashing
        case programs

        /// The longest time of one piece of work in milliseconds, in most processes and in slow ones.
        fileprivate var longest: (usual: Int, slow: Int) {
            switch self {
            case .computing: (2, 80)
            case .hashing: (30, 800)
            case .programs: (5, 800)
            }
        }
    }

    private struct State {
        var slow: Set<Lane> = []
        var dice: Dice
    }

    private let state: Mutex<State>

    /// Draws what is slow in a process.
    init(seed: UInt64) {
        let dice = Dice(seed: seed)
        state = Mutex(State(slow: Set(Lane.allCases.filter { _ in dice.chance(40) }), dice: dice))
    }

    /// Begins a step, whose times follow from its own seed.
    func begin(seed: UInt64) { state.withLock { $0.dice = Dice(seed: seed) } }

    /// Ends all slowness.
    func calm() { state.withLock { $0.slow = [] } }

    /// The time of the next piece of work.
    func next(in lane: Lane) -> Duration {
        state.withLock { state in
            let longest = state.slow.contains(lane) ? lane.longest.slow : lane.longest.usual
            return state.dice.duration(upTo: .milliseconds(longest))
        }
    }
}

/// A lane's threads, on which work takes time of the stage.
///
/// The work itself is done at the end of its time, and the stage does nothing else during it.
struct SimulatedThreads: LaneThreads {
    let stage: Stage
    /// The time of the next piece of work.
    let time: @Sendable () -> Duration

    func run(_ work: LaneWork) {
        let time = time()
        stage.after(time) {
            work.run()
            if let next = work.end(time.nanoseconds) { run(next) }
        }
    }
}

/// The programs of triggers: each returns its event unchanged, after a time.
struct SimulatedPrograms: PromptFunctions {
    let threads: ProgramThreads

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        try await threads.run {
            do { return try WireValue(json: Array(call.event.utf8)) } catch { throw TriggerFailure.notJSON }
        }
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }

    /// The ARN of a function.
    static func arn(_ name: String) -> String { "arn:aws:lambda:us-east-1:123456789012:function:\(name)" }
}
