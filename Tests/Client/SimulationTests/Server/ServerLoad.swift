// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import GatehouseTesting
import Synchronization

/// The queues of one process: the lanes in which its work takes time of the stage, the books that admit requests by
/// this time, and the crowds in them.
final class ServerLoad: Sendable {
    /// A request that is being handled.
    struct Visit {
        fileprivate let number: Int
        fileprivate let began: Int
    }

    private struct State {
        /// The number of requests and crowds that have arrived.
        var arrivals = 0
        /// The number of requests that are being handled.
        var requests = 0
        var crowds: [Int: Crowd] = [:]
    }

    let admission: Admission
    let times: WorkTimes
    private let compute: ComputePool
    private let hashing: ComputePool
    private let programs: ProgramThreads
    private let stage: Stage
    private let bug: PlantedBug?
    private let state = Mutex(State())

    init(_ stage: Stage, seed: UInt64, bug: PlantedBug?) {
        self.stage = stage
        self.bug = bug
        let times = WorkTimes(seed: seed)
        func threads(_ lane: WorkTimes.Lane) -> SimulatedThreads {
            SimulatedThreads(stage: stage) { times.next(in: lane) }
        }
        self.times = times
        // Few requests are in progress at a time, so lanes are short, and each request may be refused.
        compute = .unbounded(1, of: threads(.computing))
        hashing = .bounded(threads: 1, places: 2, of: threads(.hashing))
        programs = ProgramThreads(.bounded(threads: 1, places: 2, overload: .programs, of: threads(.programs)))
        admission = Admission(computingThreads: 1, fewest: 0) { stage.elapsed.nanoseconds }
    }

    /// The lanes for the composition of the server.
    var lanes: SimulatedLanes {
        SimulatedLanes(
            compute: compute, hashing: hashing, triggers: SimulatedPrograms(threads: programs), admission: admission
        ) { queue in
            RequestTrace.current?.refuse(by: queue)
        }
    }

    /// Whether a crowd is in the queues.
    var hasCrowd: Bool { state.withLock { !$0.crowds.isEmpty } }

    /// Admits the requests of a crowd, which leave after their time; the books may refuse them.
    func admit(_ crowd: Crowd) {
        let work = crowd.milliseconds * 1_000_000
        let priority = bug == .forgetsPriorities ? .continuing : crowd.priority
        let kind = admission.kind(priority, guess: (computing: work, writing: work))
        let number = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        let admitted: AdmittedRequest
        do throws(Overload) { admitted = try admission.admit(kind) } catch { return }
        state.withLock { $0.crowds[number] = crowd }
        Task {
            try await stage.sleep(.milliseconds(crowd.milliseconds))
            admitted.leave()
            state.withLock { $0.crowds[number] = nil }
        }
    }

    /// Records that a request begins.
    func begin() -> Visit {
        state.withLock { state in
            state.arrivals += 1
            state.requests += 1
            return Visit(number: state.arrivals, began: state.requests)
        }
    }

    /// Records that a request has ended.
    ///
    /// - Returns: whether nothing but the beginnings of sign-ins and the like waited before it.
    func end(_ visit: Visit) -> Bool {
        state.withLock { state in
            state.requests -= 1
            return visit.began == 1 && visit.number == state.arrivals
                && state.crowds.values.allSatisfy { $0.priority == .beginning }
        }
    }
}

extension Duration {
    /// The whole nanoseconds.
    var nanoseconds: Int { Int(self / .nanoseconds(1)) }
}
