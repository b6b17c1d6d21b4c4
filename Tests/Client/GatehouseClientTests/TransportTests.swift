// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

/// The requirements on every transport, on a socket.
@Suite(.hangLimit) struct TransportTests {
    private static func transports() -> [any Transport] {
        #if AsyncHTTPClient && os(Linux)
        [AsyncHTTPClientTransport(), URLSessionTransport()]
        #else
        [URLSessionTransport()]
        #endif
    }

    private static func request(_ server: RawServer, limit: Int = 1_000) throws -> TransportRequest {
        try request(port: server.port, limit: limit)
    }

    private static func request(port: UInt16, limit: Int = 1_000) throws -> TransportRequest {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/prefix"))
        return TransportRequest(
            url: url,
            headers: [("X-Amz-Target", "Service.Operation"), ("Content-Type", "application/x-amz-json-1.1")],
            body: Data(#"{"a":1}"#.utf8),
            timeout: .seconds(100),
            connectTimeout: .seconds(100),
            responseLimit: limit
        )
    }

    private static func kind(
        _ transport: some Transport,
        _ request: TransportRequest
    ) async -> TransportError.Kind? {
        do throws(TransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error.kind
        }
    }

    private static func text(_ status: String, headers: String = "", _ body: String) -> RawServer.Reply {
        .bytes("HTTP/1.1 \(status)\r\nConnection: close\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Test func `a request is sent and its answer is returned whole`() async throws {
        for transport in Self.transports() {
            let server = try RawServer([Self.text("400 Bad Request", headers: "x-amzn-ErrorType: E\r\n", "body")])
            defer { server.stop() }
            let response = try await transport.send(Self.request(server))
            #expect(response.status == 400)
            #expect(response.header("X-AMZN-ERRORTYPE") == "E")
            #expect(response.body == Data("body".utf8))
            let sent = try #require(server.requests.first)
            #expect(sent.hasPrefix("POST /prefix HTTP/1.1\r\n"))
            #expect(sent.lowercased().contains("x-amz-target: service.operation\r\n"))
            #expect(sent.hasSuffix(#"{"a":1}"#))
        }
    }

    @Test func `a redirect is an answer, not an order`() async throws {
        for transport in Self.transports() {
            let other = try RawServer([Self.text("200 OK", "stolen")])
            defer { other.stop() }
            let location = "Location: http://127.0.0.1:\(other.port)/\r\n"
            for status in ["302 Found", "307 Temporary Redirect"] {
                let server = try RawServer([Self.text(status, headers: location, "")])
                defer { server.stop() }
                let response = try await transport.send(Self.request(server))
                #expect(response.status == Int(status.prefix(3)))
            }
            #expect(other.requests.isEmpty)
        }
    }

    @Test func `an answer larger than the limit is not taken`() async throws {
        for transport in Self.transports() {
            let body = String(repeating: "x", count: 100_000)
            let server = try RawServer([
                Self.text("200 OK", body), .bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(body)"),
            ])
            defer { server.stop() }
            #expect(await Self.kind(transport, try Self.request(server)) == .tooLarge)
            #expect(await Self.kind(transport, try Self.request(server)) == .tooLarge)
        }
    }

    @Test func `an answer that exceeds the limit when it is decompressed is not taken`() async throws {
        // 200,000 zero bytes, compressed by gzip.
        let body = try #require(
            Data(
                base64Encoded:
                    "H4sIAAAAAAACA+3BMQEAAADCoPVPbQZ/oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AACA1wB7WOBcQA0DAA=="))
        let head =
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
        for transport in Self.transports() {
            let server = try RawServer([.binary(Data(head.utf8) + body)])
            defer { server.stop() }
            let kind = await Self.kind(transport, try Self.request(server))
            // AsyncHTTPClient limits the ratio as well, and has no error of its own for that.
            #expect(kind == .tooLarge || kind == .connectionLost)
        }
    }

    @Test func `a closed port is unreachable`() async throws {
        for transport in Self.transports() {
            let closed = try ClosedPort()
            defer { closed.free() }
            #expect(await Self.kind(transport, try Self.request(port: closed.port)) == .unreachable)
        }
    }

    @Test func `a name that does not exist is unreachable`() async throws {
        for transport in Self.transports() {
            let url = try #require(URL(string: "http://does-not-exist.invalid/"))
            let request = TransportRequest(url: url, timeout: .seconds(100))
            #expect(await Self.kind(transport, request) == .unreachable)
        }
    }

    @Test func `a connection that breaks is lost, not refused`() async throws {
        for transport in Self.transports() {
            let server = try RawServer([
                .hangUp, .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
            ])
            defer { server.stop() }
            #expect(await Self.kind(transport, try Self.request(server)) == .connectionLost)
            #expect(await Self.kind(transport, try Self.request(server)) == .connectionLost)
        }
    }

    private static func kind(
        _ transport: some Transport, overTLS server: RawServer
    ) async throws -> TransportError.Kind? {
        defer { server.stop() }
        var request = try request(server)
        request.url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        return await kind(transport, request)
    }

    @Test func `a server that speaks no TLS is a failure of TLS or a lost connection`() async throws {
        for transport in Self.transports() {
            let kind = try await Self.kind(transport, overTLS: RawServer([Self.text("200 OK", "plain")]))
            #expect(kind == .tls || kind == .connectionLost)
        }
    }

    @Test func `a handshake that the server refuses is a failure of TLS`() async throws {
        for transport in Self.transports() {
            // The fatal alert handshake_failure of TLS 1.2 (RFC 5246, section 7.2).
            let server = try RawServer([.binary(Data([0x15, 3, 3, 0, 2, 2, 40]))])
            #expect(try await Self.kind(transport, overTLS: server) == .tls)
        }
    }

    @Test func `a handshake that breaks off is a lost connection`() async throws {
        for transport in Self.transports() {
            #expect(try await Self.kind(transport, overTLS: RawServer([.hangUp])) == .connectionLost)
        }
    }

    @Test func `the session of URLSession ends with its transport`() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer([Self.text("200 OK", "body")])
        defer { server.stop() }
        do {
            let transport = URLSessionTransport { ended.yield() }
            _ = try await transport.send(Self.request(server))
        }
        #expect(await ends.first { true } != nil)
    }

    @Test func `a silent server runs into the timeout`() async throws {
        for transport in Self.transports() {
            let server = try RawServer([.silence])
            defer { server.stop() }
            var request = try Self.request(server)
            request.timeout = .milliseconds(300)
            #expect(await Self.kind(transport, request) == .timedOut)
        }
    }

    @Test func `a server that falls silent in its answer runs into the timeout`() async throws {
        for transport in Self.transports() {
            for head in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
                let server = try RawServer([.stall("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n")])
                defer { server.stop() }
                var request = try Self.request(server)
                request.timeout = .milliseconds(300)
                #expect(await Self.kind(transport, request) == .timedOut)
            }
        }
    }

    #if AsyncHTTPClient && os(Linux)
    @Test func `a server that accepts no connection is unreachable after the time limit`() async throws {
        let server = try FullServer()
        defer { server.stop() }
        var request = try Self.request(port: server.port)
        request.connectTimeout = .milliseconds(200)
        request.timeout = .seconds(60)
        #expect(await Self.kind(AsyncHTTPClientTransport(), request) == .unreachable)
    }
    #endif

    @Test func `a cancelled call returns at once`() async throws {
        for transport in Self.transports() {
            let server = try RawServer([.silence])
            defer { server.stop() }
            let request = try Self.request(server)
            let task = Task { await Self.kind(transport, request) }
            while server.requests.isEmpty { await Task.yield() }
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }
}
