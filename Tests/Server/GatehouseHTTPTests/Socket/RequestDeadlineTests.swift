// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import NIOCore
import NIOEmbedded
import Testing

@Suite struct RequestDeadlineTests {
    private let limits = SocketLimits(
        requestTimeout: .seconds(30), idleTimeout: .seconds(75), shutdownGrace: .seconds(2))

    private func advance(_ connection: TestConnection, by seconds: Int64) {
        connection.channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test func `a first request must come in time`() throws {
        let connection = try TestConnection(limits)
        advance(connection, by: 29)
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.received().isEmpty)
    }

    @Test(
        arguments: [
            ("", ""), ("GET /hea", ""), ("GET /health HTTP/1.1\r\nX-Slow: a", ""),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n123", "HTTP/1.1 408 Request Timeout"),
            (
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n123\r\n",
                "HTTP/1.1 408 Request Timeout"
            ),
        ])
    func `a request that does not arrive in time gets an error if its head has arrived`(
        sent: String, answer: String
    ) throws {
        let connection = try TestConnection(limits, decodes: true)
        try connection.channel.writeInbound(ByteBuffer(string: sent))
        advance(connection, by: 29)
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
        let received = try connection.received()
        #expect(received.hasPrefix(answer) && received.isEmpty == answer.isEmpty)
    }

    @Test func `a body that trickles gains no time, and its sender gets an error`() throws {
        let connection = try TestConnection(limits)
        advance(connection, by: 10)
        try connection.sendHead()
        for _ in 0..<29 {
            advance(connection, by: 1)
            try connection.sendBody("a")
        }
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }

    @Test func `a slow answer of the server does not close the connection`() throws {
        let connection = try TestConnection(limits)
        try connection.sendRequest()
        advance(connection, by: 3_600)
        #expect(connection.channel.isActive)
        connection.respond()
        advance(connection, by: 74)
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
    }

    @Test func `a client that does not read its answer is closed after the time of a request`() throws {
        let connection = try TestConnection(limits)
        connection.socket.isBlocked = true
        try connection.sendRequest()
        connection.respond()
        advance(connection, by: 29)
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
    }

    @Test func `a request sent ahead has its time from when it is its turn`() throws {
        let connection = try TestConnection(limits)
        try connection.sendRequest()
        try connection.sendHead()
        advance(connection, by: 3_600)
        #expect(connection.channel.isActive)
        connection.respond()
        advance(connection, by: 29)
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
    }

    @Test func `a request that is still arriving when the server ends has the grace and then an error`() throws {
        let connection = try TestConnection(limits)
        try connection.sendHead()
        advance(connection, by: 10)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        advance(connection, by: 1)
        try connection.sendBody("a")
        #expect(connection.channel.isActive)
        advance(connection, by: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }

    @Test func `a request that has arrived is answered however long the server takes to end`() throws {
        let connection = try TestConnection(limits)
        try connection.sendHead()
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try connection.sendEnd()
        advance(connection, by: 3_600)
        #expect(connection.channel.isActive)
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `a half-sent request does not cut off the answer to the one before it`() {
        let start = NIODeadline.uptimeNanoseconds(0)
        var deadlines = RequestDeadlines(limits, now: start)
        deadlines.didReadHead(now: start)
        deadlines.didReadEnd(now: start)
        deadlines.didReadHead(now: start)
        deadlines.didBeginShutdown(now: start)
        #expect(deadlines.deadline == nil)
        deadlines.didBeginAnswer()
        deadlines.didWriteAnswer(now: start + .seconds(9))
        #expect(deadlines.deadline == start + .seconds(39))
        deadlines.didDeliverAnswer(now: start + .seconds(10))
        #expect(deadlines.deadline == start + .seconds(2))
    }

    @Test func `an answer that is not taken is waited for as long as a request`() {
        let start = NIODeadline.uptimeNanoseconds(0)
        var deadlines = RequestDeadlines(limits, now: start)
        deadlines.didReadHead(now: start)
        deadlines.didReadEnd(now: start)
        #expect(deadlines.deadline == nil)
        deadlines.didBeginAnswer()
        deadlines.didWriteAnswer(now: start)
        #expect(deadlines.deadline == start + .seconds(30))
        #expect(deadlines.lapse == .close)
        deadlines.didDeliverAnswer(now: start + .seconds(1))
        #expect(deadlines.deadline == start + .seconds(76))
    }

    @Test func `a file may take longer to arrive, unless it was refused`() {
        let start = NIODeadline.uptimeNanoseconds(1_000)
        var deadlines = RequestDeadlines(SocketLimits(), now: start)
        deadlines.didReadHead(isFile: true, now: start)
        #expect(deadlines.deadline == start + .seconds(900))
        deadlines.didBeginAnswer()
        deadlines.didWriteAnswer(now: start)
        deadlines.didDeliverAnswer(now: start)
        #expect(deadlines.deadline != start + .seconds(900))
        deadlines.didReadEnd(now: start)
        deadlines.didReadHead(now: start)
        #expect(deadlines.deadline == start + .seconds(30))
    }
}
