// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Synchronization
import Testing

@Suite(.hangLimit) struct PeriodicJobTests {
    private struct DiskIsGone: Error {}

    @Test func `rounds go on until a graceful shutdown, and one that fails is not the last`() async throws {
        let lines = LogLines()
        let events = Mutex<[String]>([])
        let thirdPause = LastPause()
        let service = PeriodicJob(onFailure: "Expired rows could not be removed", logger: lines.logger) {
            let isFirst = events.withLock { events in
                events.append("round")
                return events.count == 2
            }
            if isFirst { throw DiskIsGone() }
        } pause: {
            let isThird = events.withLock { events in
                events.append("pause")
                return events.count == 5
            }
            if isThird { try await thirdPause.sleep() }
        }
        try await thirdPause.end(service)
        #expect(events.withLock { $0 } == ["pause", "round", "pause", "round", "pause"])
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("warning Expired rows") == true)
        #expect(lines.all.first?.contains("DiskIsGone") == true)
    }
}
