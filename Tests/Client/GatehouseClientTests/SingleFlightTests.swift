// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseTestSupport
import Synchronization
import Testing

@Suite(.hangLimit) struct SingleFlightTests {
    /// Work that waits for the test, and counts how often it began and was cancelled.
    private final class Work: Sendable {
        private let counts = Mutex((begun: 0, cancelled: 0))
        private let beginning = Latch()
        private let gate = Latch()
        private let cancellation = Latch()

        var begunCount: Int { counts.withLock(\.begun) }
        var cancelledCount: Int { counts.withLock(\.cancelled) }

        /// Waits until the work has begun once.
        func waitForBeginning() async { await beginning.wait() }

        func open() { gate.open() }

        /// Waits until the work has been cancelled once.
        func waitForCancellation() async { await cancellation.wait() }

        func run() async -> Int {
            let number = counts.withLock { counts in
                counts.begun += 1
                return counts.begun
            }
            beginning.open()
            await gate.wait()
            if Task.isCancelled {
                counts.withLock { $0.cancelled += 1 }
                cancellation.open()
            }
            return number
        }
    }

    /// Calls from a task that has joined when this returns.
    private func join(_ flight: SingleFlight<Int>, _ work: Work) -> Task<Int?, Never> {
        Task.immediate { await flight.join { await work.run() } }
    }

    @Test func `concurrent callers have the value of one flight, and a later one flies again`() async {
        let (flight, work) = (SingleFlight<Int>(), Work())
        let callers = (0..<10).map { _ in join(flight, work) }
        work.open()
        for caller in callers { #expect(await caller.value == 1) }
        #expect(await join(flight, work).value == 2)
    }

    @Test func `a cancelled caller has no value, and the flight continues for the others`() async {
        let (flight, work) = (SingleFlight<Int>(whenAbandoned: .isCancelled), Work())
        let (first, second) = (join(flight, work), join(flight, work))
        first.cancel()
        #expect(await first.value == nil)
        work.open()
        #expect(await second.value == 1 && work.begunCount == 1 && work.cancelledCount == 0)
    }

    @Test func `work that changes something continues without callers`() async {
        let (flight, work) = (SingleFlight<Int>(), Work())
        let first = join(flight, work)
        await work.waitForBeginning()
        first.cancel()
        #expect(await first.value == nil)
        let second = join(flight, work)
        work.open()
        #expect(await second.value == 1 && work.cancelledCount == 0)
    }

    @Test func `other work is cancelled with its last caller, and does not answer the next one`() async {
        let (flight, work) = (SingleFlight<Int>(whenAbandoned: .isCancelled), Work())
        let first = join(flight, work)
        await work.waitForBeginning()
        first.cancel()
        #expect(await first.value == nil)
        await work.waitForCancellation()
        let second = join(flight, work)
        work.open()
        #expect(await second.value == 2 && work.begunCount == 2 && work.cancelledCount == 1)
    }

    @Test func `a caller that is cancelled before it joins starts nothing`() async {
        let (flight, work) = (SingleFlight<Int>(), Work())
        let caller = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await flight.join { await work.run() }
        }
        #expect(await caller.value == nil && work.begunCount == 0)
    }
}
