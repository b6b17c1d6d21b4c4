// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import Testing

/// The opening handshake and the addresses of WebSockets, without a socket.
@Suite struct SocketHandshakeTests {
    /// The key of RFC 6455, section 1.3: Base64 of "the sample nonce".
    private static let sample = Entropy { Array("the sample nonce".utf8.prefix($0)) }
    private static let accept = (name: "Sec-WebSocket-Accept", value: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")

    private static func handshake(
        _ subprotocols: [String] = [], _ headers: [(name: String, value: String)] = []
    ) throws -> SocketHandshake {
        let url = try #require(URL(string: "wss://example.com/"))
        let request = SocketRequest(url: url, subprotocols: subprotocols, headers: headers)
        return try SocketHandshake(request, entropy: sample)
    }

    private static func fault(
        _ headers: [(name: String, value: String)], status: Int = 101, offering subprotocols: [String] = []
    ) throws -> SocketError.Problem? {
        let handshake = try handshake(subprotocols)
        do throws(SocketError) {
            _ = try handshake.subprotocol(status: status, headers: headers)
            return nil
        } catch {
            return error.problem
        }
    }

    private static let upgrade = [(name: "Upgrade", value: "websocket"), (name: "Connection", value: "Upgrade")]

    @Test func `the key and its answer are in the example of the standard`() throws {
        let handshake = try Self.handshake()
        #expect(handshake.key == "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(SocketHandshake.accept(of: handshake.key) == Self.accept.value)
    }

    @Test func `the request has the headers of the standard, then the caller's`() throws {
        let handshake = try Self.handshake(["chat", "superchat"], [("Origin", "https://example.com")])
        let url = try #require(URL(string: "wss://example.com:8443/chat?room=1"))
        #expect(
            handshake.request(to: try SocketAddressParts(url)) == """
                GET /chat?room=1 HTTP/1.1\r\nHost: example.com:8443\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Protocol: chat, superchat\r\nOrigin: https://example.com\r\n\r\n
                """)
        // No extension is offered, so that messages are not compressed.
        #expect(try !Self.handshake().request(to: SocketAddressParts(url)).contains("Sec-WebSocket-Protocol"))
    }

    @Test(arguments: [["a b"], [""], ["a,b"], ["ä"], ["a", "a"]])
    func `a subprotocol that is not a token or is repeated is refused`(subprotocols: [String]) {
        #expect(throws: SocketError(.badSubprotocol)) { try Self.handshake(subprotocols) }
    }

    @Test(arguments: [
        ("host", "a"), ("Connection", "close"), ("UPGRADE", "h2c"), ("Sec-WebSocket-Key", "a"),
        ("sec-websocket-extensions", "permessage-deflate"), ("Content-Length", "1"), ("X", "a\r\nY: b"), ("X Y", "a"),
        ("", "a"), ("X", "a\u{0}"), ("\u{212A}", "a"),
    ])
    func `a header of the handshake's own and one that splits the request are refused`(name: String, value: String) {
        #expect(throws: SocketError(.badHeader(name))) { try Self.handshake([], [(name, value)]) }
    }

    @Test func `names and tokens of the answer have any case`() throws {
        let answer = [
            (name: "upgrade", value: "WebSocket"), (name: "CONNECTION", value: "keep-alive, UPGRADE"),
            (name: "sec-websocket-accept", value: " \(Self.accept.value)\t"),
        ]
        #expect(try Self.fault(answer) == nil)
    }

    @Test func `the subprotocol is the one that the server chose`() throws {
        let answer = Self.upgrade + [Self.accept, ("Sec-WebSocket-Protocol", "superchat")]
        let handshake = try Self.handshake(["chat", "superchat"])
        #expect(try handshake.subprotocol(status: 101, headers: answer) == "superchat")
        #expect(try Self.handshake().subprotocol(status: 101, headers: Self.upgrade + [Self.accept]) == nil)
    }

    @Test(
        arguments: [
            ([], .upgrade), ([("Upgrade", "h2c")], .upgrade),
            ([("Upgrade", "websocket"), ("Upgrade", "websocket")], .upgrade),
            ([("Upgrade", "websocket")], .connection),
            ([("Upgrade", "websocket"), ("Connection", "upgraded")], .connection),
            (upgrade, .accept), (upgrade + [("Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo=")], .accept),
            (upgrade + [accept, accept], .accept),
            (upgrade + [accept, ("Sec-WebSocket-Extensions", "permessage-deflate")], .extensions),
            (upgrade + [accept, ("Sec-WebSocket-Protocol", "chat")], .subprotocol),
        ] as [([(String, String)], SocketHandshake.Fault)])
    func `an answer that breaks a rule is refused`(headers: [(String, String)], fault: SocketHandshake.Fault) throws {
        #expect(try Self.fault(headers.map { (name: $0.0, value: $0.1) }) == .handshake(fault))
    }

    @Test(arguments: [[], ["other"], ["Chat"], ["chat, superchat"], ["chat", "superchat"]])
    func `one of the subprotocols that are offered must be chosen, exactly`(chosen: [String]) throws {
        let headers = Self.upgrade + [Self.accept] + chosen.map { (name: "Sec-WebSocket-Protocol", value: $0) }
        #expect(try Self.fault(headers, offering: ["chat", "superchat"]) == .handshake(.subprotocol))
    }

    @Test(arguments: [200, 302, 401, 404, 426, 503]) func `another status is a refusal`(status: Int) throws {
        #expect(try Self.fault(Self.upgrade + [Self.accept], status: status) == .refused(status: status))
    }

    // MARK: - The head of an answer

    private static func reading(_ text: String) -> (status: Int, headers: [String], length: Int)? {
        guard case .complete(let head, let length) = SocketResponseHead.read(Array(text.utf8)) else { return nil }
        return (head.status, head.headers.map { "\($0.name)=\($0.value)" }, length)
    }

    @Test func `the head of an answer ends at the empty line`() throws {
        let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade:websocket\r\nA: \tb c \r\nempty:\r\n\r\n"
        let reading = try #require(Self.reading(head + "\u{1}frames\r\n\r\n"))
        #expect(reading.status == 101)
        #expect(reading.headers == ["Upgrade=websocket", "A=b c", "empty="])
        #expect(reading.length == head.utf8.count)
        #expect(Self.reading("HTTP/1.0 404\r\n\r\n")?.status == 404)
    }

    @Test func `a beginning of an answer is incomplete, at every length`() {
        let head = Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n".utf8)
        for length in 0..<head.count {
            guard case .incomplete = SocketResponseHead.read(Array(head[..<length])) else {
                Issue.record("\(length) bytes")
                return
            }
        }
    }

    @Test(arguments: [
        "220 mail.example.com", "HTTP/2 101 \r\n\r\n", "HTTP/1.1 1010 \r\n\r\n", "HTTP/1.1  101\r\n\r\n",
        "HTTP/1.1 101 \r\n folded\r\n\r\n", "HTTP/1.1 101 \r\nno colon\r\n\r\n", "HTTP/1.1 101 \r\nA : b\r\n\r\n",
        "HTTP/1.1 101 \r\nA: b\rc\r\n\r\n", "HTTP/1.1 200 " + String(repeating: "x", count: 16 << 10),
    ])
    func `an answer of another form is not HTTP`(text: String) {
        guard case .notHTTP = SocketResponseHead.read(Array(text.utf8)) else {
            Issue.record("The answer was read.")
            return
        }
    }

    // MARK: - Addresses

    @Test(arguments: [
        ("wss://example.com", true, "example.com", 443, "example.com", "/"),
        ("https://example.com:443/a%20b/?q=%C3%A4&x", true, "example.com", 443, "example.com", "/a%20b/?q=%C3%A4&x"),
        ("ws://localhost:9229/events", false, "localhost", 9_229, "localhost:9229", "/events"),
        ("HTTP://[::1]:80/", false, "::1", 80, "[::1]", "/"),
        ("ws://example.com:443/", false, "example.com", 443, "example.com:443", "/"),
    ])
    func `an address has a host, a port and a target`(
        text: String, isSecure: Bool, host: String, port: Int, authority: String, target: String
    ) throws {
        let parts = try SocketAddressParts(try #require(URL(string: text)))
        #expect(parts.isSecure == isSecure)
        #expect(parts.host == host)
        #expect(parts.port == port)
        #expect(parts.authority == authority)
        #expect(parts.target == target)
    }

    @Test(arguments: [
        "ftp://example.com/", "wss:///path", "relative", "wss://user@example.com/", "wss://u:p@example.com/",
        "wss://example.com/#fragment", "wss://example.com:0/", "wss://example.com:65536/",
    ])
    func `an address of another kind is refused`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: SocketError(.badAddress)) { try SocketAddressParts(url) }
    }
}
