// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseCore

@Suite("The load of an event loop") struct LoopLoadTests {
    private static let millisecond = 1_000_000

    /// A loop that ran jobs of a millisecond each, one after the other from the time 0.
    private func load(jobs: Int) -> LoopLoad {
        let load = LoopLoad()
        for number in 0..<jobs {
            load.add()
            load.ran(from: number * Self.millisecond, until: (number + 1) * Self.millisecond)
        }
        return load
    }

    @Test("A request on an idle loop does not wait")
    func idle() {
        #expect(LoopLoad().wait(at: 5).time == 0)
        #expect(LoopLoad().wait(at: 5).waiting == 0)
    }

    @Test("A request waits for the jobs of the requests that were read before it")
    func waitingJobs() {
        let load = load(jobs: 1)
        for _ in 0..<100 { load.add() }
        let wait = load.wait(at: 10 * Self.millisecond)
        #expect(wait.time == 100 * Self.millisecond)
        #expect(wait.waiting == 100)
    }

    @Test("Bytes that are read after a long turn have waited while its jobs ran")
    func longTurn() {
        let load = load(jobs: 200)
        #expect(load.wait(at: 200 * Self.millisecond).time == 200 * Self.millisecond)
    }

    @Test("Bytes that are read after a pause have not waited for the jobs before it")
    func pause() {
        let load = load(jobs: 200)
        #expect(load.wait(at: 500 * Self.millisecond).time == 0)
    }

    @Test("A loop that refuses everything in one turn admits requests again")
    func recovery() {
        let load = load(jobs: 300)
        #expect(load.wait(at: 300 * Self.millisecond).time == 300 * Self.millisecond)
        #expect(load.wait(at: 400 * Self.millisecond).time == 200 * Self.millisecond)
        #expect(load.wait(at: 600 * Self.millisecond).time == 0)
    }
}
