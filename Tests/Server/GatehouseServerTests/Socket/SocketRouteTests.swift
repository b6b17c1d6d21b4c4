// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Foundation
import GatehouseClient
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseHTTP
import GatehouseSites
import GatehouseTestSupport
import Logging
import Testing

/// Routes that serve WebSockets and routes that write chunks, over sockets and through the gateway.
@Suite(.hangLimit) struct SocketRouteTests {
    private static let site = Site(routes: [
        Route(
            "/echo", label: "echo", for: .programs,
            socket: SocketHandler(
                subprotocols: ["echo"],
                refusal: { trip in
                    trip.request.queryValue("refuse") == nil
                        ? nil : Outcome(GatewayResponse(status: 401), operation: "echo", code: "Refused")
                },
                serve: { _, connection in
                    while let message = await connection.next() {
                        guard (try? await connection.send(message)) != nil else { break }
                    }
                    return .normal
                })),
        Route(
            "/once", label: "once", for: .everyone,
            socket: SocketHandler { _, connection in
                _ = await connection.next()
                return SocketClose(4_000, "done")
            }),
        Route(
            .get, "/count", label: "count", for: .programs,
            answer: { _ in
                Outcome(GatewayResponse(status: 200, headers: [("Content-Type", "text/plain")]), operation: "count")
            },
            chunks: { trip, writer in
                for number in 1...3 { try await writer.write(Data("\(number)\n".utf8)) }
                if trip.request.queryValue("break") != nil { throw CancellationError() }
            }),
    ])

    private static var gateway: Gateway { gateway(GatewaySettings()) }

    private static func gateway(_ settings: GatewaySettings) -> Gateway {
        Gateway(
            sites: [site], deployment: Deployment(), settings: settings, clock: .system, entropy: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
    }

    private static func open(
        _ port: Int, _ path: String, subprotocols: [String] = [], headers: [(String, String)] = []
    ) async throws -> any GatehouseClient.SocketConnection {
        let url = try #require(URL(string: "ws://127.0.0.1:\(port)\(path)"))
        let request = SocketRequest(url: url, subprotocols: subprotocols, headers: headers)
        return try await NIOSocketTransport().open(request)
    }

    /// The answer to bytes on a connection of its own.
    private static func exchange(_ port: Int, _ request: String) async throws -> String {
        try await RawConnection.open(port: port) { connection in
            await connection.send(request)
            return await connection.read()
        }
    }

    @Test func `an echo returns messages of all lengths, with the subprotocol of both sides`() async throws {
        try await listening(Self.gateway) { port, _ in
            let connection = try await Self.open(port, "/echo", subprotocols: ["other", "echo"])
            #expect(connection.subprotocol == "echo")
            for length in [0, 1, 125, 126, 65_535, 65_536, 1 << 20] {
                let text = GatehouseClient.SocketMessage.text(String(repeating: "x", count: length))
                try await connection.send(text)
                #expect(try await connection.receive() == .message(text))
            }
            await connection.close()
        }
    }

    @Test func `a WebSocket too many is refused in HTTP, and another is served once one has closed`() async throws {
        let settings = GatewaySettings(streams: StreamLimits(maximum: 1, maximumPerAddress: 2))
        try await listening(Self.gateway(settings)) { port, _ in
            let connection = try await Self.open(port, "/echo")
            let refused = try await Self.exchange(port, Self.handshake())
            #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 1\r\n"))
            await connection.close()
            // The route learns of the end a moment after the client.
            var isServed = false
            while !isServed, !Task.isCancelled {
                isServed = try await RawConnection.open(port: port) { other in
                    await other.send(Self.handshake())
                    return await other.read { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 101 ")
                }
            }
        }
    }

    @Test func `a connection closes with the status of the route`() async throws {
        try await listening(Self.gateway) { port, _ in
            let connection = try await Self.open(port, "/once")
            try await connection.send(.text("anything"))
            let closure = SocketClosure(SocketCloseCode(rawValue: 4_000), reason: "done")
            #expect(try await connection.receive() == .closed(closure))
        }
    }

    @Test func `a shutdown closes an idle connection with status 1001`() async throws {
        try await listening(Self.gateway) { port, shutDown in
            let connection = try await Self.open(port, "/echo")
            try await connection.send(.text("a"))
            _ = try await connection.receive()
            shutDown()
            guard case .closed(let closure) = try await connection.receive() else {
                Issue.record("The connection is open.")
                return
            }
            #expect(closure.code == .goingAway)
            #expect(closure.reason == "The server is shutting down.")
        }
    }

    @Test func `a request of plain HTTP gets status 426`() async throws {
        let answer = await Self.gateway.respond(
            to: GatewayRequest(method: "GET", path: "/echo", headers: [("Host", "localhost")]))
        #expect(answer.status == 426)
        #expect(answer.header("Upgrade") == "websocket" && answer.header("Sec-WebSocket-Version") == "13")
    }

    /// The head of a handshake with further or other headers.
    private static func handshake(
        _ path: String = "/echo", key: String = "dGhlIHNhbXBsZSBub25jZQ==", version: String = "13",
        further: String = ""
    ) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: \(version)\r\n\(further)\r\n"
    }

    @Test(arguments: [
        (handshake(key: "short"), "400"), (handshake(version: "8"), "426"),
        (handshake(further: "Origin: https://evil.example\r\n"), "403"),
        (handshake(further: "Sec-WebSocket-Protocol: chat\r\n"), "400"),
        (handshake("/echo?refuse=yes"), "401"),
    ])
    func `a handshake that breaks a rule is refused in HTTP`(head: String, status: String) async throws {
        try await listening(Self.gateway) { port, _ in
            let answer = try await Self.exchange(port, head)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        }
    }

    @Test func `the accept key is in the example of the standard, and an extension is not taken up`() async throws {
        try await listening(Self.gateway) { port, _ in
            let head = try await RawConnection.open(port: port) { connection in
                await connection.send(Self.handshake(further: "Sec-WebSocket-Extensions: permessage-deflate\r\n"))
                return await connection.read { $0.hasSuffix("\r\n\r\n") }
            }
            #expect(head.hasPrefix("HTTP/1.1 101 "))
            #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
            #expect(!head.contains("Sec-WebSocket-Extensions"))
            #expect(!head.contains("Content-Length"))
        }
    }

    @Test func `chunks arrive one by one, and a stream that breaks off has no last chunk`() async throws {
        try await listening(Self.gateway) { port, _ in
            let whole = try await Self.exchange(
                port, "GET /count HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(whole.contains("Transfer-Encoding: chunked\r\n") && !whole.contains("Content-Length"))
            #expect(whole.hasSuffix("\r\n\r\n2\r\n1\n\r\n2\r\n2\n\r\n2\r\n3\n\r\n0\r\n\r\n"))
            let broken = try await Self.exchange(port, "GET /count?break=yes HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(broken.hasSuffix("2\r\n3\n\r\n"))
            let old = try await Self.exchange(port, "GET /count HTTP/1.0\r\nHost: localhost\r\n\r\n")
            #expect(old.hasSuffix("\r\n\r\n1\n2\n3\n") && !old.contains("chunked"))
        }
    }
}
#endif
