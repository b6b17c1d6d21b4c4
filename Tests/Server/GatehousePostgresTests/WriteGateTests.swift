// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehousePostgres

@Suite(.hangLimit) struct WriteGateTests {
    @Test func `a write that runs alone waits for those inside, and those behind wait for it`() async {
        let gate = WriteGate()
        let entered = Entered()
        await gate.enter(alone: false)
        await gate.enter(alone: false)
        let alone = Task {
            await gate.enter(alone: true)
            entered.names.withLock { $0.append("alone") }
        }
        await Self.wait(for: 1, at: gate)
        let behind = Task {
            await gate.enter(alone: false)
            entered.names.withLock { $0.append("behind") }
        }
        await Self.wait(for: 2, at: gate)
        gate.leave()
        #expect(gate.waitingCount == 2)
        gate.leave()
        await alone.value
        #expect(entered.names.withLock { $0 } == ["alone"])
        #expect(gate.waitingCount == 1)
        gate.leave()
        await behind.value
        #expect(entered.names.withLock { $0 } == ["alone", "behind"])
        gate.leave()
        await gate.enter(alone: true)
        gate.leave()
    }

    /// Returns when a number of writes wait.
    private static func wait(for count: Int, at gate: WriteGate) async {
        while gate.waitingCount < count, !Task.isCancelled { await Task.yield() }
    }
}

/// The writes that came in, in their order.
private final class Entered: Sendable {
    let names = Mutex<[String]>([])
}
