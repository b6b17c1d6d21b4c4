// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import NIOCore
import Testing

@Suite struct SocketDeadlinesTests {
    private static let start = NIODeadline.uptimeNanoseconds(0)

    private static func at(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    private var deadlines = SocketDeadlines(quiet: .seconds(60), patience: .seconds(10), now: start)

    @Test func `a quiet client gets a ping, and is cut off when it does not answer`() {
        var deadlines = deadlines
        #expect(deadlines.next(now: Self.start) == Self.at(60))
        #expect(deadlines.action(now: Self.at(59)) == .none)
        #expect(deadlines.action(now: Self.at(60)) == .ping)
        #expect(deadlines.next(now: Self.at(60)) == Self.at(70))
        #expect(deadlines.action(now: Self.at(69)) == .none)
        #expect(deadlines.action(now: Self.at(70)) == .end)
    }

    @Test func `a client that answers the ping stays`() {
        var deadlines = deadlines
        #expect(deadlines.action(now: Self.at(60)) == .ping)
        deadlines.didHear(now: Self.at(61))
        #expect(deadlines.action(now: Self.at(70)) == .none)
        #expect(deadlines.action(now: Self.at(121)) == .ping)
    }

    @Test func `a client that does not read is cut off, although it sends`() {
        var deadlines = deadlines
        deadlines.didWrite(now: Self.at(5))
        deadlines.didHear(now: Self.at(14))
        #expect(deadlines.action(now: Self.at(14)) == .none)
        #expect(deadlines.next(now: Self.at(14)) == Self.at(15))
        #expect(deadlines.action(now: Self.at(15)) == .end)
    }

    @Test func `a client that reads one frame has time for the next one`() {
        var deadlines = deadlines
        deadlines.didWrite(now: Self.at(0))
        deadlines.didWrite(now: Self.at(1))
        deadlines.didDeliver(now: Self.at(9))
        #expect(deadlines.action(now: Self.at(18)) == .none)
        #expect(deadlines.action(now: Self.at(19)) == .end)
        deadlines.didDeliver(now: Self.at(19))
        #expect(deadlines.action(now: Self.at(20)) == .none)
    }

    @Test func `the end of a connection that the client does not answer comes in time`() {
        var deadlines = deadlines
        deadlines.didBeginClose(within: .seconds(5), now: Self.at(2))
        #expect(deadlines.next(now: Self.at(2)) == Self.at(7))
        #expect(deadlines.action(now: Self.at(6)) == .none)
        #expect(deadlines.action(now: Self.at(7)) == .end)
    }
}
