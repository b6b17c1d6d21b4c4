// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseTesting
import Testing

@Suite struct ForwardClockTests {
    private let wall = TestClock()

    @Test func `a clock that is never set back is the wall clock`() {
        let clock = ForwardClock(wall.wallClock)
        for seconds in [0, 0.5, 3_600, 86_400] {
            wall.advance(by: seconds)
            #expect(clock.now == wall.now)
        }
    }

    @Test(arguments: [40, 86_400]) func `after the wall clock was set back, the clock goes on at its pace`(
        jump: TimeInterval
    ) {
        let clock = ForwardClock(wall.wallClock)
        let before = clock.now
        wall.advance(by: -jump)
        #expect(clock.now == before)
        wall.advance(by: 10)
        #expect(abs(clock.now.timeIntervalSince(before) - 10) < 0.001)
        wall.advance(by: -jump)
        #expect(abs(clock.now.timeIntervalSince(before) - 10) < 0.001)
    }

    @Test func `when the wall clock has caught up, the clock follows it again`() {
        let clock = ForwardClock(wall.wallClock)
        let before = clock.now
        wall.advance(by: -0.25)
        #expect(clock.now == before)
        wall.advance(by: 10)
        #expect(clock.now == wall.now)
    }

    @Test func `no time comes twice, however the wall clock jumps`() {
        let clock = ForwardClock(wall.wallClock)
        var latest = clock.now
        for seconds in [86_400, -1, -86_400, 40, -600, 3_600, -3_600, 1, 90_000, -90_000, -90_000] {
            wall.advance(by: Double(seconds))
            #expect(clock.now >= latest)
            latest = clock.now
        }
    }

    @Test func `jumps to the same time and back do not add up`() {
        let clock = ForwardClock(wall.wallClock)
        let end = wall.now.addingTimeInterval(86_400)
        for _ in 0..<10 {
            wall.advance(by: 86_400)
            #expect(clock.now.timeIntervalSince(end) < 0.001)
            wall.advance(by: -86_400)
            #expect(clock.now.timeIntervalSince(end) < 0.001)
        }
    }

    @Test func `a clock that begins behind the time of an earlier process goes on from there`() {
        let clock = ForwardClock(wall.wallClock)
        let reached = wall.now.addingTimeInterval(86_400)
        clock.advance(to: reached)
        #expect(clock.now == reached)
        wall.advance(by: 10)
        #expect(abs(clock.now.timeIntervalSince(reached) - 10) < 0.001)
        clock.advance(to: wall.now)
        #expect(clock.now >= reached)
    }
}
