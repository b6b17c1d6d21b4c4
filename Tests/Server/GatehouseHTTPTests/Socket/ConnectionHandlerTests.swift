// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseHTTP
import GatehouseSites
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@Suite struct ConnectionHandlerTests {
    private static let `continue` = "HTTP/1.1 100 Continue\r\n\r\n"
    private static let awaiting = [("Expect", "100-continue")]

    @Test func `a request arrives with its body, and its response goes out in one piece`() throws {
        let connection = try TestConnection()
        try connection.sendHead(path: "/path?query", headers: [("X-One", "1")])
        try connection.sendBody("a")
        #expect(connection.requests.isEmpty)
        try connection.sendBody("b")
        try connection.sendEnd()
        let request = try #require(connection.requests.first)
        #expect(request.method == "POST" && request.path == "/path" && request.query == "query")
        #expect(request.header("x-one") == "1" && request.remoteAddress == "192.0.2.1")
        #expect(String(decoding: request.body, as: UTF8.self) == "ab")
        connection.respond("answer")
        let bytes = try #require(try connection.channel.readOutbound(as: ByteBuffer.self))
        let text = String(buffer: bytes)
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(text.hasSuffix("\r\nContent-Length: 6\r\n\r\nanswer"))
        #expect(try connection.received().isEmpty)
        #expect(connection.channel.isActive)
    }

    @Test func `the response to a HEAD request has the length of the body, but no body`() throws {
        let connection = try TestConnection()
        try connection.sendHead(.HEAD)
        try connection.sendEnd()
        connection.respond("answer")
        #expect(try connection.received().hasSuffix("\r\nContent-Length: 6\r\n\r\n"))
    }

    @Test func `the connection ends after the response to the last request, and what follows it is dropped`() throws {
        let connection = try TestConnection()
        try connection.sendRequest(headers: [("Connection", "close")])
        try connection.sendRequest()
        connection.respond()
        #expect(try connection.received().hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(connection.requests.isEmpty)
    }

    @Test func `100 Continue is sent before the body, but not within the response to an earlier request`() throws {
        let connection = try TestConnection()
        try connection.sendHead(headers: Self.awaiting)
        #expect(try connection.received() == Self.continue)
        try connection.sendEnd()
        try connection.sendHead(headers: Self.awaiting)
        #expect(try connection.received().isEmpty)
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
        try connection.sendEnd()
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
        try connection.sendHead(headers: Self.awaiting)
        #expect(try connection.received() == Self.continue)
    }

    @Test func `requests sent ahead are answered in their order, and the connection ends after too many`() throws {
        let connection = try TestConnection()
        for number in 0...(ConnectionHandler.mostAhead + 5) { try connection.sendRequest(path: "/\(number)") }
        for number in 0...ConnectionHandler.mostAhead {
            #expect(connection.requests.map(\.path) == ["/\(number)"])
            connection.respond()
            let isLast = number == ConnectionHandler.mostAhead
            #expect(try connection.received().contains("\r\nConnection: close\r\n") == isLast)
        }
        #expect(connection.requests.isEmpty)
    }

    @Test func `a request that is refused by its head gets its response before its body arrives`() throws {
        let connection = try TestConnection()
        try connection.sendHead(path: TestConnection.refusedPath, headers: [("Content-Length", "2")])
        #expect(try connection.received().hasPrefix("HTTP/1.1 503"))
        try connection.sendBody("no")
        try connection.sendEnd()
        try connection.sendRequest(path: "/2")
        #expect(connection.requests.map(\.path) == ["/2"])
        connection.respond("two")
        #expect(try connection.received().hasSuffix("two"))
    }

    @Test func `refused requests that were sent ahead each get one response, in their order`() throws {
        let connection = try TestConnection()
        for path in ["/1", TestConnection.refusedPath, TestConnection.refusedPath, "/2"] {
            try connection.sendRequest(path: path)
        }
        #expect(connection.requests.map(\.path) == ["/1"])
        connection.respond()
        let statuses = try connection.received().split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1") }
        #expect(statuses.map { $0.dropFirst(9).prefix(3) } == ["200", "503", "503"])
        #expect(connection.requests.map(\.path) == ["/2"])
        connection.respond("two")
        #expect(try connection.received().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `the connection ends after a refused request that is its last one, and what follows is dropped`() throws
    {
        let connection = try TestConnection()
        try connection.sendRequest(path: "/1")
        try connection.sendRequest(path: TestConnection.refusedPath, headers: [("Connection", "close")])
        connection.respond()
        #expect(try connection.received().contains("Connection: close"))
        try connection.sendRequest(path: "/2")
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().isEmpty)
    }

    @Test func `a client that does not read its response gets no further one`() throws {
        let connection = try TestConnection()
        connection.socket.isBlocked = true
        try connection.sendRequest(path: "/1")
        connection.respond("first")
        try connection.sendRequest(path: "/2")
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().isEmpty)
        try connection.openSocket()
        #expect(try connection.received().hasSuffix("first"))
        #expect(connection.requests.map(\.path) == ["/2"])
        connection.respond("second")
        #expect(try connection.received().hasSuffix("second"))
    }

    @Test func `responses that clients do not read are bounded over all connections`() throws {
        let memory = BodyBudget(maximum: 2_000, largest: 1)
        let connections = try (1...2).map { _ in try TestConnection(memory: memory) }
        for connection in connections {
            connection.socket.isBlocked = true
            try connection.sendRequest()
            connection.respond(String(repeating: "a", count: 1_500))
        }
        #expect(connections.map(\.channel.isActive) == [true, false])
        try connections[0].openSocket()
        #expect(try connections[0].received().hasSuffix("aaa"))
        // The memory of the response that was read is free again.
        try memory.takeShort(2_000)
    }

    @Test func `heads that do not arrive in full are bounded over all connections`() throws {
        let memory = BodyBudget(maximum: 1_000, largest: 0)
        let connections = try (0..<3).map { _ in try TestConnection(memory: memory, decodes: true) }
        let half = "GET /1 HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 600)
        try connections[0].sendBytes(half)
        #expect(connections[0].channel.isActive)
        try connections[1].sendBytes(half)
        #expect(!connections[1].channel.isActive)
        // The rest of the head releases its bytes, and a whole request with a part of the next one counts that part.
        try connections[0].sendBytes("\r\n\r\n")
        #expect(connections[0].requests.map(\.path) == ["/1"])
        connections[0].respond()
        try connections[2].sendBytes("GET /2 HTTP/1.1\r\nHost: localhost\r\n\r\n" + half)
        #expect(connections[2].channel.isActive)
        try connections[0].sendBytes(half)
        #expect(!connections[0].channel.isActive)
    }

    @Test func `a connection that ends releases the memory of its response`() throws {
        let memory = BodyBudget(maximum: 2_000, largest: 1)
        let connection = try TestConnection(memory: memory)
        connection.socket.isBlocked = true
        try connection.sendRequest()
        connection.respond(String(repeating: "a", count: 1_500))
        #expect(throws: BodyBudget.Exhausted.self) { try memory.takeShort(1_000) }
        connection.channel.close(promise: nil)
        try memory.takeShort(2_000)
    }

    /// A task keeps the memory of its deepest call as long as a reference to it exists.
    @Test func `a connection that waits for its next request holds no task of the one before`() throws {
        let connection = try TestConnection()
        try connection.sendRequest()
        #expect(connection.handler.holdsTask)
        connection.respond("whole")
        #expect(!connection.handler.holdsTask)
        try connection.sendRequest()
        connection.respond { try await $0.write(Data("chunk".utf8)) }
        connection.channel.embeddedEventLoop.run()
        #expect(try connection.received().hasSuffix("0\r\n\r\n"))
        #expect(!connection.handler.holdsTask)
    }

    @Test func `a chunk is counted until the client reads it, and its writer learns that there is no memory`() throws {
        let memory = BodyBudget(maximum: 2_000, largest: 1)
        let ends = Mutex<[StreamEnded?]>([])
        func stream(on connection: TestConnection) throws {
            connection.socket.isBlocked = true
            try connection.sendRequest()
            connection.respond(stream: { writer in
                do throws(StreamEnded) {
                    try await writer.write(Data(count: 1_500))
                    ends.withLock { $0.append(nil) }
                } catch {
                    ends.withLock { $0.append(error) }
                }
            })
        }
        let (reading, other) = (try TestConnection(memory: memory), try TestConnection(memory: memory))
        try stream(on: reading)
        #expect(throws: BodyBudget.Exhausted.self) { try memory.takeShort(1_000) }
        try stream(on: other)
        #expect(ends.withLock { $0 } == [.noMemory])
        #expect(!other.channel.isActive)
        try reading.openSocket()
        #expect(ends.withLock { $0 } == [.noMemory, nil])
        try memory.takeShort(2_000)
    }

    @Test func `bytes outside HTTP are refused after the responses to the requests before them`() throws {
        let connection = try TestConnection()
        try connection.sendRequest()
        connection.channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(try connection.received().isEmpty)
        connection.respond()
        let received = try connection.received()
        #expect(received.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(received.contains("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
    }

    @Test func `a body with an invalid chunk is refused`() throws {
        let connection = try TestConnection()
        try connection.sendHead()
        connection.channel.pipeline.fireErrorCaught(HTTPParserError.invalidChunkSize)
        connection.channel.embeddedEventLoop.run()
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test func `a client that sends no more still gets its response, and then the connection ends`() throws {
        let connection = try TestConnection()
        try connection.sendRequest()
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(connection.channel.isActive)
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!connection.channel.isActive)
    }

    @Test func `a client that sends no more ends a stream that waits for events`() throws {
        let connection = try TestConnection()
        let (events, event) = AsyncStream.makeStream(of: Data.self)
        let wasCancelled = Mutex<Bool?>(nil)
        try connection.sendRequest()
        connection.respond(stream: { writer in
            for await chunk in events { try await writer.write(chunk) }
            wasCancelled.withLock { $0 = Task.isCancelled }
        })
        event.yield(Data("1".utf8))
        connection.channel.embeddedEventLoop.run()
        #expect(wasCancelled.withLock { $0 } == nil)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        connection.channel.embeddedEventLoop.run()
        #expect(wasCancelled.withLock { $0 } == true)
        event.finish()
    }

    @Test func `at a shutdown, an idle connection ends at once, and another one after its response`() throws {
        let idle = try TestConnection()
        idle.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!idle.channel.isActive)
        let busy = try TestConnection()
        try busy.sendRequest()
        busy.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(busy.channel.isActive)
        busy.respond()
        #expect(try busy.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!busy.channel.isActive)
    }
}
