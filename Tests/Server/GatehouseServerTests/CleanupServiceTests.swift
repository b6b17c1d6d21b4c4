// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseMeasurements
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Synchronization
import Testing

@testable import GatehouseServer

@Suite(.hangLimit) struct CleanupServiceTests {
    private struct DiskIsGone: Error {}

    @Test func `the first round is at the start, and a round that fails is not the last one`()
        async throws
    {
        let lines = LogLines()
        let ages = Mutex<[TimeInterval]>([])
        let lastPause = LastPause()
        let service = CleanupService(logger: lines.logger) { age in
            let isFirst = ages.withLock { ages in
                ages.append(age)
                return ages.count == 1
            }
            if isFirst { throw DiskIsGone() }
        } pause: {
            if ages.withLock({ $0.count == 3 }) { try await lastPause.sleep() }
        }
        try await lastPause.end(service)
        #expect(ages.withLock { $0 } == [0, 10, 10])
        #expect(lines.all == ["warning Dropped records and values could not be removed cause=DiskIsGone()"])
    }

    @Test func `the first round keeps removals that other processes have just listed`()
        async throws
    {
        let ages = Mutex<[TimeInterval]>([])
        let lastPause = LastPause()
        let service = CleanupService(logger: LogLines().logger, isAlone: false) { age in
            ages.withLock { $0.append(age) }
        } pause: {
            try await lastPause.sleep()
        }
        try await lastPause.end(service)
        #expect(ages.withLock { $0 } == [10])
    }

    @Test func `failures of events are in the log once a minute for each API`() {
        let lines = LogLines()
        let log = EventFailureLog(lines.logger)
        for id in ["a", "a", "b", "a"] { log.log(DiskIsGone(), ofAPI: id) }
        let line = "error An event of a data API met a failure of the store"
        #expect(lines.all == ["\(line) api=a cause=DiskIsGone()", "\(line) api=b cause=DiskIsGone()"])
    }
}
