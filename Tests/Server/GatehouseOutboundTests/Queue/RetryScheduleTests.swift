// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseOutbound

@Suite struct RetryScheduleTests {
    @Test(arguments: [(1, 5.0), (2, 10), (3, 20), (7, 320), (8, 600), (9, 600), (1_000_000, 600), (0, 5), (-1, 5)])
    func `pauses double up to ten minutes`(_ attempts: Int, _ seconds: Double) {
        #expect(RetrySchedule.pause(afterAttempts: attempts, chance: 0) == seconds)
    }

    @Test func `chance shortens a pause by a fifth at the most`() {
        for chance in UInt8.min...UInt8.max {
            #expect((479.999...600).contains(RetrySchedule.pause(afterAttempts: 20, chance: chance)))
        }
    }
}
