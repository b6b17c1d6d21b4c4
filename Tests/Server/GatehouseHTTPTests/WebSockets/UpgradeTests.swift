// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import GatehouseSites
import NIOCore
import NIOEmbedded
import Testing

/// The change of a connection to WebSockets: which bytes are frames.
struct UpgradeTests {
    private static let handshake = head()

    private static func head(version: String = "1.1", further: String = "") -> String {
        "GET \(TestConnection.socketPath) HTTP/\(version)\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\n\(further)\r\n"
    }

    /// A frame of a client whose mask is zero.
    private static func frame(_ first: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        [first, 0x80 | UInt8(data.count), 0, 0, 0, 0] + data
    }

    private static let emptyText = frame(0x81)
    private static let close = frame(0x88, [0x03, 0xE8])

    /// A connection that has changed.
    private static func opened(memory: BodyBudget? = nil) throws -> TestConnection {
        let connection = try TestConnection(memory: memory, decodes: true)
        try connection.sendBytes(handshake)
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 101 "))
        // Its messages have a task of their own, without the memory of the handshake's calls.
        #expect(!connection.handler.holdsTask)
        return connection
    }

    @Test(arguments: [[0x81], emptyText, Array("GET /whole HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)])
    func `a handshake with bytes after it is refused without a call of the route`(bytes: [UInt8]) throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Array(Self.handshake.utf8) + bytes)
        #expect(connection.requests.isEmpty)
        let answer = try connection.received()
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("Connection: close\r\n"))
        try connection.sendBytes(Self.emptyText)
        #expect(try connection.received().isEmpty)
    }

    @Test func `bytes that are read while the route decides are refused`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.handshake)
        try connection.sendBytes(Self.emptyText)
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 400 "))
    }

    @Test(arguments: ["Content-Length: 6\r\n", "Transfer-Encoding: chunked\r\n"])
    func `a handshake with a body is refused, whose bytes never become frames`(field: String) throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.head(further: field))
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().isEmpty)
        try connection.sendBytes(field.hasPrefix("C") ? Self.emptyText : Array("1\r\na".utf8))
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().hasPrefix("HTTP/1.1 400 "))
    }

    @Test func `HTTP/1.0 has no upgrades`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.head(version: "1.0"))
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `bytes after a handshake that the route refuses are dropped`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.handshake)
        connection.respond(status: 401)
        #expect(try connection.received().hasPrefix("HTTP/1.1 401 "))
        try connection.sendBytes("GET /whole HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(connection.requests.isEmpty)
        #expect(try connection.received().isEmpty)
    }

    @Test func `bytes after the response are frames, from the first one on`() throws {
        let connection = try Self.opened()
        try connection.sendBytes(Self.frame(0x81, [0x61]) + Self.frame(0x89, [0x62]))
        #expect(try connection.receivedBytes() == [0x8A, 1, 0x62])
        #expect(connection.takeMessage() == [.text("a")])
        try connection.sendBytes(Self.close)
        #expect(try connection.receivedBytes() == [0x88, 2, 0x03, 0xE8])
        #expect(!connection.channel.isActive)
    }

    @Test func `the memory of the handshake and of the messages is given back`() throws {
        let memory = BodyBudget(maximum: 4_000, largest: 0)
        let connection = try TestConnection(memory: memory, decodes: true)
        let (start, end) = (Self.handshake.prefix(30), Self.handshake.dropFirst(30))
        try connection.sendBytes(String(start))
        #expect(throws: BodyBudget.Exhausted.self) { try memory.takeShort(4_000) }
        try connection.sendBytes(String(end))
        connection.respond()
        #expect(try connection.received().hasPrefix("HTTP/1.1 101 "))
        try memory.takeShort(4_000)
        try connection.sendBytes(Self.emptyText + [0x81])
        #expect(throws: BodyBudget.Exhausted.self) { try memory.take(1_000, for: Subscriber("192.0.2.1")) }
        try connection.channel.close().wait()
        try memory.take(1_000, for: Subscriber("192.0.2.1"))
    }

    @Test(arguments: [
        // A frame of 1 MiB and one byte, and a ping that is not the last frame.
        ([0x82, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1], UInt8(0xF1)), ([0x09, 0x80, 0, 0, 0, 0], UInt8(0xEA)),
    ])
    func `after a frame that cannot be read the client gets the status, and its next bytes are dropped and not counted`(
        head: [UInt8], code: UInt8
    ) throws {
        let memory = BodyBudget(maximum: 4_000, largest: 0)
        let connection = try Self.opened(memory: memory)
        try connection.sendBytes(head)
        let status = try connection.receivedBytes()
        #expect(status.first == 0x88 && status.dropFirst(2).prefix(2).elementsEqual([0x03, code]))
        try connection.sendBytes(Array(repeating: 0, count: 2_000))
        #expect(try connection.receivedBytes().isEmpty)
        try memory.take(1_000, for: Subscriber("192.0.2.1"))
    }

    @Test func `the length of a frame in more bytes than it needs leaves nothing counted`() throws {
        let connection = try Self.opened(memory: BodyBudget(maximum: 4_000, largest: 0))
        let pong: [UInt8] = [0x8A, 0xFF] + Array(repeating: 0, count: 12)
        for _ in 0..<1_000 { try connection.sendBytes(pong) }
        #expect(try connection.receivedBytes().isEmpty)
        #expect(connection.channel.isActive)
    }

    // MARK: - Empty messages

    @Test func `no more is read while 256 empty messages wait, until one is taken`() throws {
        let connection = try Self.opened()
        try connection.sendBytes(Array(repeating: Self.emptyText, count: 255).flatMap(\.self))
        connection.channel.read()
        let reads = connection.socket.reads
        try connection.sendBytes(Self.emptyText)
        connection.channel.read()
        #expect(connection.socket.reads == reads)
        #expect(connection.takeMessage().count == 1)
        #expect(connection.socket.reads == reads + 1)
    }

    /// The most bytes that the server reads at once.
    @Test func `all empty messages of one read are counted, and close the connection where there is no memory`() throws
    {
        let count = 16_384 / Self.emptyText.count
        let flood = Array(repeating: Self.emptyText, count: count).flatMap(\.self)
        let enough = BodyBudget(maximum: 4 * 64 * count, largest: 0)
        let connection = try Self.opened(memory: enough)
        try connection.sendBytes(flood)
        #expect(try connection.receivedBytes().isEmpty)
        // A quarter of the budget is for one client.
        #expect(throws: BodyBudget.Exhausted.self) { try enough.take(1, for: Subscriber("192.0.2.1")) }
        _ = connection.takeMessage()
        try enough.take(64, for: Subscriber("192.0.2.1"))

        let other = try Self.opened(memory: BodyBudget(maximum: 4 * 64 * count - 4, largest: 0))
        try other.sendBytes(flood)
        #expect(
            try other.receivedBytes().prefix(4).elementsEqual([
                0x88, UInt8(SocketClose.tryAgain.reason.utf8.count + 2), 0x03, 0xF5,
            ]))
    }
}
