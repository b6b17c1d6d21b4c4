// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import NIOCore
import NIOWebSocket
import Synchronization
import Testing

/// The requirements on WebSockets, on a socket.
@Suite(.hangLimit) struct SocketTransportTests {
    private static func open(
        _ url: URL, subprotocols: [String] = [], limit: Int = 1 << 20, queue: Int = 64,
        clock: ManualClock = ManualClock()
    ) async throws(SocketError) -> any SocketConnection {
        var request = SocketRequest(url: url, subprotocols: subprotocols, headers: [("X-Test", "yes")])
        request.messageLimit = limit
        request.queueLimit = queue
        return try await NIOSocketTransport(clock: clock.clock, entropy: .seeded(1)).open(request)
    }

    private static func problem(_ url: URL, subprotocols: [String] = []) async -> SocketError.Problem? {
        do throws(SocketError) {
            _ = try await open(url, subprotocols: subprotocols)
            return nil
        } catch {
            return error.problem
        }
    }

    private static func url(_ port: UInt16, _ scheme: String = "ws") throws -> URL {
        try #require(URL(string: "\(scheme)://127.0.0.1:\(port)/socket"))
    }

    private static func bytes(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)
    }

    // MARK: - Messages

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 1 << 20])
    func `messages of each length come back from an echo`(length: Int) async throws {
        try await SocketServer.serving(SocketServer.echo) { url in
            let connection = try await Self.open(url)
            let text = SocketMessage.text(String(repeating: "x", count: length))
            let binary = SocketMessage.binary(Data((0..<length).map { UInt8(truncatingIfNeeded: $0) }))
            try await connection.send(text)
            try await connection.send(binary)
            #expect(try await connection.receive() == .message(text))
            #expect(try await connection.receive() == .message(binary))
            await connection.close()
        }
    }

    @Test func `a ping between fragments is answered, and the fragments are one message`() async throws {
        try await SocketServer.serving { peer in
            try await peer.send(.text, "one ", isFinal: false)
            try await peer.send(.ping, "are you there?")
            try await peer.send(.continuation, "message")
            try await peer.expect(.pong, "are you there?")
            try await peer.expect(.text, "received")
        } to: { url in
            let connection = try await Self.open(url)
            #expect(try await connection.receive() == .message(.text("one message")))
            try await connection.send(.text("received"))
            await #expect(throws: SocketError(.connectionLost)) { try await connection.receive() }
        }
    }

    @Test func `a reader that receives late makes the server wait, and loses no message`() async throws {
        // More than the buffers of the system, of which both sides have one.
        let (count, text) = (256, String(repeating: "x", count: 128 << 10))
        let isSent = Mutex(false)
        try await SocketServer.serving { peer in
            for number in 0..<count { try await peer.send(.text, "\(number) \(text)") }
            isSent.withLock { $0 = true }
            try await peer.close(Self.bytes(1_000))
            _ = try await peer.closing()
        } to: { url in
            let connection = try await Self.open(url, queue: 2)
            // Without limits, the server is done after some thousands of turns.
            for _ in 0..<100_000 where !isSent.withLock(\.self) { await Task.yield() }
            let isDone = isSent.withLock(\.self)
            #expect(!isDone)
            for number in 0..<count {
                let event = try await connection.receive()
                guard case .message(.text(let received)) = event else {
                    Issue.record("\(event)")
                    return
                }
                #expect(received.hasPrefix("\(number) "))
            }
            #expect(try await connection.receive() == .closed(SocketClosure(.normal)))
        }
    }

    @Test func `a frame that comes with the handshake is a message`() async throws {
        let key = Base64.encode(Entropy.seeded(1).bytes(16))
        let head = """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Accept: \(SocketHandshake.accept(of: key))\r\n\r\n
            """
        let frames: [UInt8] = [0x89, 1, 0x70, 0x81, 2, 0x68, 0x69, 0x88, 2, 0x03, 0xE8]
        let server = try RawServer([.binary(Data(head.utf8) + frames)])
        defer { server.stop() }
        let connection = try await Self.open(Self.url(server.port))
        #expect(try await connection.receive() == .message(.text("hi")))
        #expect(try await connection.receive() == .closed(SocketClosure(.normal)))
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        #expect(sent.contains("Sec-WebSocket-Key: \(key)\r\n"))
        #expect(sent.contains("X-Test: yes\r\n"))
        #expect(!sent.contains("Sec-WebSocket-Extensions"))
    }

    // MARK: - Handshake

    @Test func `the subprotocol is the one that the server chose`() async throws {
        try await SocketServer.serving(subprotocol: "graphql-ws", SocketServer.echo) { url in
            let connection = try await Self.open(url, subprotocols: ["other", "graphql-ws"])
            #expect(connection.subprotocol == "graphql-ws")
            #expect(await Self.problem(url, subprotocols: ["other"]) == .handshake(.subprotocol))
            #expect(await Self.problem(url) == .handshake(.subprotocol))
        }
        try await SocketServer.serving(SocketServer.echo) { url in
            #expect(await Self.problem(url, subprotocols: ["graphql-ws"]) == .handshake(.subprotocol))
        }
    }

    @Test(
        arguments: [
            (
                """
                HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n
                """, .handshake(.accept)
            ),
            ("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", .refused(status: 401)),
            ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n", .refused(status: 302)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", .refused(status: 200)),
            ("220 mail.example.com ESMTP\r\n", .handshake(.http)),
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n", .connectionLost),
        ] as [(String, SocketError.Problem)])
    func `each kind of wrong answer to the handshake has its error`(
        answer: String, problem: SocketError.Problem
    ) async throws {
        let server = try RawServer([.bytes(answer)])
        defer { server.stop() }
        #expect(await Self.problem(try Self.url(server.port)) == problem)
    }

    @Test func `a closed port is unreachable, and so is a name that does not exist`() async throws {
        let closed = try ClosedPort()
        defer { closed.free() }
        #expect(await Self.problem(try Self.url(closed.port)) == .unreachable)
        #expect(await Self.problem(try #require(URL(string: "ws://does-not-exist.invalid/"))) == .unreachable)
    }

    @Test func `TLS is checked as for HTTP`() async throws {
        // The fatal alert handshake_failure of TLS 1.2 (RFC 5246, section 7.2).
        let refusing = try RawServer([.binary(Data([0x15, 3, 3, 0, 2, 2, 40]))])
        defer { refusing.stop() }
        #expect(await Self.problem(try Self.url(refusing.port, "wss")) == .tls)
        let silent = try RawServer([.hangUp])
        defer { silent.stop() }
        #expect(await Self.problem(try Self.url(silent.port, "https")) == .connectionLost)
    }

    @Test func `a silent server runs into the time limit of the client's clock`() async throws {
        let server = try RawServer([.silence])
        defer { server.stop() }
        let clock = ManualClock()
        clock.setPatience(.seconds(30))
        let url = try Self.url(server.port)
        await #expect(throws: SocketError(.timedOut)) { _ = try await Self.open(url, clock: clock) }
        #expect(clock.pauses == [.seconds(20)])
    }

    @Test func `a cancelled opening returns at once`() async throws {
        let server = try RawServer([.silence])
        defer { server.stop() }
        let url = try Self.url(server.port)
        let task = Task { await Self.problem(url) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    // MARK: - The end

    @Test func `the server's close frame is answered, and its code and reason are the end`() async throws {
        try await SocketServer.serving { peer in
            try await peer.send(.text, "last")
            try await peer.close(Self.bytes(4_401, "token expired"))
            #expect(try await peer.closing() == Self.bytes(4_401))
        } to: { url in
            let connection = try await Self.open(url)
            let end = SocketEvent.closed(SocketClosure(SocketCloseCode(rawValue: 4_401), reason: "token expired"))
            #expect(try await connection.receive() == .message(.text("last")))
            #expect(try await connection.receive() == end)
            #expect(try await connection.receive() == end)
            await #expect(throws: SocketError(.closed)) { try await connection.send(.text("late")) }
            await connection.close()
        }
    }

    @Test func `a client that closes sends its code, and waits for the server's`() async throws {
        try await SocketServer.serving { peer in
            try await peer.send(.text, "not received")
            #expect(try await peer.closing() == Self.bytes(1_001, "bye"))
            try await peer.send(.text, "too late")
            try await peer.close(Self.bytes(1_001))
            #expect(try await peer.next() == nil)
        } to: { url in
            let connection = try await Self.open(url)
            await connection.close(SocketClosure(.goingAway, reason: "bye"))
            #expect(try await connection.receive() == .closed(SocketClosure(.goingAway)))
            await #expect(throws: SocketError(.closed)) { try await connection.send(.text("late")) }
        }
    }

    @Test func `a server without an answer to the close frame is left after a time`() async throws {
        let clock = ManualClock()
        try await SocketServer.serving { peer in
            while try await peer.next() != nil {}
        } to: { url in
            let connection = try await Self.open(url, clock: clock)
            clock.setPatience(.seconds(15))
            await connection.close(SocketClosure(.normal, reason: "mine"))
            #expect(clock.pauses == [.seconds(10)])
            #expect(try await connection.receive() == .closed(SocketClosure(.normal, reason: "mine")))
        }
    }

    @Test func `a connection that nothing refers to is closed`() async throws {
        try await SocketServer.serving { peer in
            let payload = try await peer.closing()
            #expect(payload == nil)
        } to: { url in
            _ = try await Self.open(url)
        }
    }

    @Test func `a connection that breaks is lost`() async throws {
        try await SocketServer.serving { peer in
            try await peer.send(.text, "last")
        } to: { url in
            let connection = try await Self.open(url)
            #expect(try await connection.receive() == .message(.text("last")))
            await #expect(throws: SocketError(.connectionLost)) { try await connection.receive() }
        }
    }

    @Test func `a reader that is cancelled leaves the connection open`() async throws {
        try await SocketServer.serving(SocketServer.echo) { url in
            let connection = try await Self.open(url)
            let reader = Task { try await connection.receive() }
            reader.cancel()
            await #expect(throws: SocketError(.cancelled)) { try await reader.value }
            try await connection.send(.text("still here"))
            #expect(try await connection.receive() == .message(.text("still here")))
            await connection.close()
        }
    }

    // MARK: - Servers that break the protocol

    @Test(arguments: [true, false])
    func `a message above the limit ends the connection with code 1009`(isWhole: Bool) async throws {
        let half = String(repeating: "x", count: 600)
        try await SocketServer.serving { peer in
            if isWhole {
                try await peer.send(.text, half + half)
            } else {
                try await peer.send(.text, half, isFinal: false)
                try await peer.send(.continuation, half)
            }
            #expect(try await peer.closing() == Self.bytes(1_009))
        } to: { url in
            let connection = try await Self.open(url, limit: 1_000)
            await #expect(throws: SocketError(.tooLarge(limit: 1_000))) { try await connection.receive() }
        }
    }

    @Test(
        arguments: [
            (WebSocketFrame(fin: true, opcode: .text, maskKey: [1, 2, 3, 4], data: ByteBuffer()), .mask, 1_002),
            (WebSocketFrame(fin: true, rsv1: true, opcode: .text, data: ByteBuffer()), .reservedBits, 1_002),
            (WebSocketFrame(fin: false, opcode: .ping, data: ByteBuffer()), .controlFrame, 1_002),
            (WebSocketFrame(fin: true, opcode: .continuation, data: ByteBuffer()), .fragment, 1_002),
            (WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: [0xFF])), .text, 1_007),
            (WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer(bytes: [3])), .closeFrame, 1_002),
        ] as [(WebSocketFrame, SocketViolation, UInt16)])
    func `a frame that breaks a rule ends the connection`(
        frame: WebSocketFrame, violation: SocketViolation, code: UInt16
    ) async throws {
        try await SocketServer.serving { peer in
            try await peer.send(frame)
            #expect(try await peer.closing() == Self.bytes(code))
        } to: { url in
            let connection = try await Self.open(url)
            await #expect(throws: SocketError(.violation(violation))) { try await connection.receive() }
        }
    }
}
#endif
