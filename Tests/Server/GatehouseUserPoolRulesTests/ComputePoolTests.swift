// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import GatehouseWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ComputePoolTests {
    @Test func `a bounded pool does so much at a time, lets so much wait, and refuses the rest at once`() async throws {
        let pool = ComputePool.bounded(threads: 2, places: 3)
        let gate = DispatchSemaphore(value: 0)
        let running = Gauge()
        let isRefused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        try await pool.run {
                            running.rise()
                            gate.wait()
                            running.fall()
                        }
                        return false
                    } catch let fault as ServiceFault where fault.overload == .hashing {
                        return true
                    }
                }
            }
            var outcomes: [Bool] = []
            for try await outcome in group {
                outcomes.append(outcome)
                // No accepted job ends before all others are refused.
                if outcomes.count == 15 { for _ in 0..<5 { gate.signal() } }
            }
            return outcomes
        }
        #expect(isRefused == Array(repeating: true, count: 15) + Array(repeating: false, count: 5))
        #expect((1...2).contains(running.highest))
        #expect(try await pool.run { 7 } == 7)
    }

    @Test func `work that would wait too long in a bounded pool is refused`() async throws {
        let pool = ComputePool.bounded(threads: 1, longestWait: 0)
        // All work takes longer than the wait that is allowed.
        try await pool.run {}
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = pool.run {
            begin.yield()
            gate.wait()
        }
        _ = await begun.first { _ in true }
        await #expect(throws: Overload.hashing.fault) { try await pool.run {} }
        gate.signal()
        try await first
    }

    @Test func `the work of an admitted request is reported, also while it stays on the threads`() async throws {
        let threads = TimedThreads()
        let pool = ComputePool.unbounded(1, of: threads)
        let admission = Admission(computingThreads: 1, fewest: 0, now: { threads.time })
        let kind = admission.kind(.beginning)
        let admitted = try admission.admit(kind)
        try await AdmittedRequest.$current.withValue(admitted) {
            try await pool.run { threads.spend(1_000_000) }
            try await pool.staying {
                try await pool.run { threads.spend(2_000_000) }
            }
        }
        admitted.leave()
        // A thread reports its last job a moment after the job has ended.
        await threads.rest()
        let next = try admission.admit(kind)
        #expect(admission.backlog(.computing) == 3_000_000)
        next.leave()
    }

    @Test func `a request waits in its place only where it stays, while another thread is free, and without cost`()
        async throws
    {
        let threads = TimedThreads()
        let pool = ComputePool.unbounded(2, of: threads)
        let admission = Admission(computingThreads: 2, fewest: 0, now: { threads.time })
        let kind = admission.kind(.beginning)
        let admitted = try admission.admit(kind)
        let outcomes = try await AdmittedRequest.$current.withValue(admitted) {
            var outcomes = [AdmittedRequest.waitsHere()]
            outcomes += try await pool.staying { () async throws -> [Bool] in
                try await pool.run { threads.spend(2_000_000) }
                let waits = AdmittedRequest.waitsHere { threads.spend(500_000_000) }
                // A task of its own has the request, but not its thread.
                let elsewhere = await Task { AdmittedRequest.waitsHere() }.value
                return [waits, elsewhere]
            }
            outcomes += try await ComputePool.unbounded(1, of: threads).staying { () async throws -> [Bool] in
                [AdmittedRequest.waitsHere()]
            }
            return outcomes
        }
        #expect(outcomes == [false, true, false, false])
        admitted.leave()
        await threads.rest()
        let next = try admission.admit(kind)
        #expect(admission.backlog(.computing) == 1_000_000)
        next.leave()
    }

    @Test func `a body that may begin elsewhere does not wait for arithmetic`() async throws {
        let pool = ComputePool.unbounded(1, of: TimedThreads())
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let arithmetic: Void = pool.run {
            begin.yield()
            gate.wait()
        }
        _ = await begun.first { _ in true }
        let result = try await pool.stayingIfFree { () async throws -> Int in 7 }
        gate.signal()
        try await arithmetic
        #expect(result == 7)
    }

    @Test(arguments: [ComputePool.inline, .threads, .bounded(threads: 1, places: 100)])
    func `every pool hands on results and errors, however many at once`(_ pool: ComputePool) async throws {
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 { group.addTask { try await pool.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 4_950)
        await #expect(throws: ServiceFault.rateExceeded) {
            try await pool.run { throw ServiceFault.rateExceeded }
        }
    }
}

extension AdmittedRequest {
    /// Whether the current request does work in its place; the work is done in any case.
    fileprivate static func waitsHere(_ work: @escaping @Sendable () -> Void = {}) -> Bool {
        current?.waitInPlace(work) ?? false
    }
}

/// A thread whose time only the work itself moves.
private final class TimedThreads: LaneThreads {
    private let queue = DispatchQueue(label: "timed work")
    private let passed = Mutex(0)

    var time: Int { passed.withLock(\.self) }

    func spend(_ nanoseconds: Int) { passed.withLock { $0 += nanoseconds } }

    /// Waits until everything that was to run has run and was reported.
    func rest() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    func run(_ work: LaneWork) {
        queue.async { [self] in
            var next: LaneWork? = work
            while let work = next {
                let start = time
                work.run()
                next = work.end(time - start)
            }
        }
    }
}

/// The present number, and the highest one.
private final class Gauge: Sendable {
    private let level = Mutex((now: 0, highest: 0))

    var highest: Int { level.withLock { $0.highest } }

    func rise() { level.withLock { $0 = ($0.now + 1, max($0.highest, $0.now + 1)) } }
    func fall() { level.withLock { $0.now -= 1 } }
}
