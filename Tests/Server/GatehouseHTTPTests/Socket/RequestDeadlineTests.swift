// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@Suite struct RequestDeadlineTests {
    private let head = HTTPServerRequestPart.head(
        HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["Host": "localhost"])
    )
    private let limits = SocketLimits(
        requestTimeout: .seconds(30), idleTimeout: .seconds(75), shutdownGrace: .seconds(2))

    /// A connection that takes the parts of messages or, with `codec`, their bytes.
    private func connection(codec: Bool = false) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        if codec {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false)
        }
        try channel.pipeline.syncOperations.addHandler(RequestDeadlineHandler(limits))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    private func status(_ channel: EmbeddedChannel) throws -> Int? {
        guard case .head(let head) = try channel.readOutbound(as: HTTPServerResponsePart.self) else { return nil }
        return Int(head.status.code)
    }

    @Test func `a first request must come in time`() throws {
        let channel = try connection()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(try status(channel) == nil)
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
        let channel = try connection(codec: true)
        try channel.writeInbound(ByteBuffer(string: sent))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        var received = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { received += String(buffer: bytes) }
        #expect(received.hasPrefix(answer) && received.isEmpty == answer.isEmpty)
    }

    @Test func `a body that trickles gains no time, and its sender gets an error`() throws {
        let channel = try connection()
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        try channel.writeInbound(head)
        for _ in 0..<29 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(try status(channel) == 408)
    }

    @Test func `a slow answer of the server does not close the connection`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        try answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(74))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a sender that was answered before its body ended gets no second answer`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try answer(channel)
        #expect(try status(channel) == 200)
        channel.embeddedEventLoop.advanceTime(by: .seconds(75))
        #expect(!channel.isActive)
        _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
        #expect(try status(channel) == nil)
    }

    @Test func `a request sent ahead has its time from when it is its turn`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        try answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a request that is still arriving when the server ends has the grace and then an error`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "a")))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(try status(channel) == 408)
    }

    @Test func `a request that has arrived is answered however long the server takes to end`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        try answer(channel)
        #expect(try status(channel) == 200)
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
