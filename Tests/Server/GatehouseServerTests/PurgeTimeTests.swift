// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServer
import Synchronization
import Testing

@Suite struct PurgeTimeTests {
    /// A clock that may jump, and a steady one.
    private final class Clocks: Sendable {
        private let elapsed = Mutex(Duration.zero)
        private let jump = Mutex(0.0)
        private let start = ContinuousClock.now

        func purgeTime() -> PurgeTime {
            PurgeTime(WallClock { self.wall }, now: { self.start + self.elapsed.withLock { $0 } })
        }

        var wall: Date {
            let seconds = elapsed.withLock { $0 } / .seconds(1)
            return Date(timeIntervalSince1970: 1_800_000_000 + seconds + jump.withLock { $0 })
        }

        func pass(_ seconds: Int) { elapsed.withLock { $0 += .seconds(seconds) } }
        func jump(by seconds: Double) { jump.withLock { $0 += seconds } }
    }

    private let clocks = Clocks()

    @Test func `a clock without jumps shows the time`() {
        let time = clocks.purgeTime()
        for _ in 0..<50 {
            clocks.pass(300)
            #expect(time.next() == clocks.wall)
        }
    }

    @Test func `a clock that jumps forward and back removes nothing early`() {
        let time = clocks.purgeTime()
        clocks.pass(300)
        clocks.jump(by: 86_400)
        #expect(time.next() == clocks.wall.addingTimeInterval(-86_400))
        clocks.pass(300)
        #expect(time.next() == clocks.wall.addingTimeInterval(-86_400))
        clocks.jump(by: -86_400)
        #expect(time.next() == clocks.wall)
    }

    @Test func `a clock that stays at its new time is right after an hour`() {
        let time = clocks.purgeTime()
        clocks.jump(by: 86_400)
        for _ in 0..<12 {
            clocks.pass(300)
            #expect(time.next() == clocks.wall.addingTimeInterval(-86_400))
        }
        clocks.pass(300)
        #expect(time.next() == clocks.wall)
    }

    @Test func `a clock that was set back counts at once`() {
        let time = clocks.purgeTime()
        clocks.jump(by: -86_400)
        #expect(time.next() == clocks.wall)
    }
}
