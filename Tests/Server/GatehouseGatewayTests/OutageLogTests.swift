// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import Synchronization
import Testing

@Suite struct OutageLogTests {
    private final class Time: Sendable {
        private let now = Mutex(ContinuousClock.now)
        var instant: ContinuousClock.Instant { now.withLock { $0 } }
        func pass(_ duration: Duration) { now.withLock { $0 += duration } }
    }

    private let time = Time()

    @Test func `a lasting reason is logged once a minute, with the number of omitted lines`() {
        let log = OutageLog { [time] in time.instant }
        #expect(log.admits("the disk is full") == 0)
        for _ in 1...5 { #expect(log.admits("the disk is full") == nil) }
        time.pass(.seconds(59))
        #expect(log.admits("the disk is full") == nil)
        time.pass(.seconds(1))
        #expect(log.admits("the disk is full") == 6)
        #expect(log.admits("the disk is full") == nil)
    }

    @Test func `each reason has its own minute`() {
        let log = OutageLog { [time] in time.instant }
        #expect(log.admits("the disk is full") == 0)
        #expect(log.admits("the database is busy") == 0)
        #expect(log.admits("the disk is full") == nil)
    }
}
