// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseSites
import Logging
import Testing

/// The limits of streams and WebSockets that are open at once.
struct OpenStreamsTests {
    private static let site = Site(routes: [
        Route("/socket", label: "socket", for: .everyone, socket: SocketHandler { _, _ in .normal }),
        Route(
            .get, "/chunks", label: "chunks", for: .everyone,
            answer: { trip in
                Outcome(GatewayResponse(status: trip.request.query.isEmpty ? 200 : 403), operation: "chunks")
            },
            chunks: { _, writer in try await writer.write(Data("a".utf8)) }),
        Route(.get, "/whole", label: "whole", for: .everyone) { _ in
            Outcome(GatewayResponse(status: 200), operation: "whole")
        },
    ])
    private static let handshake = [
        (name: "Host", value: "localhost"), (name: "Upgrade", value: "websocket"),
        (name: "Connection", value: "Upgrade"), (name: "Sec-WebSocket-Version", value: "13"),
        (name: "Sec-WebSocket-Key", value: "dGhlIHNhbXBsZSBub25jZQ=="),
    ]

    private let metrics = PrometheusMetrics()
    private let gateway: Gateway

    init() throws {
        let settings = GatewaySettings(
            streams: StreamLimits(maximum: 3, maximumPerAddress: 2),
            proxies: try #require(TrustedProxies("198.51.100.1")))
        gateway = Gateway(
            sites: [Self.site], deployment: Deployment(), settings: settings, clock: .system, entropy: .seeded(1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics)
    }

    /// Asks for a WebSocket; `forwarded` is the client of a trusted proxy.
    private func open(from address: String, forwarded: String? = nil) async throws -> Trip.Upgrade {
        let headers = Self.handshake + (forwarded.map { [(name: "X-Forwarded-For", value: $0)] } ?? [])
        let head = GatewayRequest(method: "GET", path: "/socket", headers: headers, remoteAddress: address)
        guard case .upgrade(let trip) = gateway.next(after: head, behind: .none) else {
            throw StreamEnded.clientGone
        }
        return await gateway.upgrade(trip)
    }

    private func get(_ path: String, query: String = "", from address: String) async -> GatewayResponse {
        await gateway.respond(
            to: GatewayRequest(
                method: "GET", path: path, query: query, headers: [("Host", "localhost")], remoteAddress: address))
    }

    @Test func `sockets and streams beyond the limit of the server get status 503, and other requests are served`()
        async throws
    {
        let sockets = [try await open(from: "192.0.2.1"), try await open(from: "192.0.2.2")]
        let stream = await get("/chunks", from: "192.0.2.3")
        #expect(sockets.allSatisfy(\.isServed) && stream.status == 200)
        for refused in [try await open(from: "192.0.2.4").refusal, await get("/chunks", from: "192.0.2.4")] {
            #expect(refused?.status == 503)
            #expect(refused?.header("Retry-After") == "1")
            #expect(refused?.header("x-amzn-ErrorType") == "TooManyRequestsException:")
        }
        #expect(await get("/whole", from: "192.0.2.4").status == 200)
        #expect(metrics.text.contains(#"gatehouse_overload_refused_total{queue="streams"} 2"#))
        withExtendedLifetime((sockets, stream)) {}
    }

    @Test func `sockets and streams beyond the limit of an address get status 429, and another address has its own`()
        async throws
    {
        let sockets = [try await open(from: "2001:db8::1"), try await open(from: "2001:db8::2")]
        // The first 64 bits are those of one client.
        for refused in [try await open(from: "2001:db8::3").refusal, await get("/chunks", from: "2001:db8::3")] {
            #expect(refused?.status == 429)
        }
        #expect(metrics.text.contains(#"gatehouse_throttled_total{limit="address"} 2"#))
        #expect(try await open(from: "2001:db8:0:1::1").isServed)
        withExtendedLifetime(sockets) {}
    }

    @Test func `the clients of a trusted proxy are counted by their own addresses`() async throws {
        let sockets = [
            try await open(from: "198.51.100.1", forwarded: "192.0.2.1"),
            try await open(from: "198.51.100.1", forwarded: "192.0.2.1"),
        ]
        #expect(try await open(from: "198.51.100.1", forwarded: "192.0.2.1").refusal?.status == 429)
        #expect(try await open(from: "198.51.100.1", forwarded: "192.0.2.2").isServed)
        withExtendedLifetime(sockets) {}
    }

    @Test func `a place is given back at the end of a socket and of a stream`() async throws {
        for _ in 0..<10 {
            guard case .serve(_, _, _, let serve) = try await open(from: "192.0.2.1") else {
                Issue.record("The place of an earlier one is taken.")
                return
            }
            _ = await serve(EndedConnection())
            let response = await get("/chunks", from: "192.0.2.1")
            let stream = try #require(response.stream)
            try await stream(Chunks(isOpen: true))
            let broken = try #require(await get("/chunks", from: "192.0.2.1").stream)
            await #expect(throws: StreamEnded.self) { try await broken(Chunks(isOpen: false)) }
            // Both are still referred to.
            withExtendedLifetime((response, broken, serve)) {}
        }
    }

    @Test func `a client that goes before its socket or stream begins gives its place back`() async throws {
        for _ in 0..<10 {
            #expect(try await open(from: "192.0.2.1").isServed)
            #expect(await get("/chunks", from: "192.0.2.1").status == 200)
            #expect(await get("/chunks", query: "refuse=yes", from: "192.0.2.1").status == 403)
        }
    }

    @Test func `the metrics show how many are open`() async throws {
        var first: Trip.Upgrade? = try await open(from: "192.0.2.1")
        let second = try await open(from: "192.0.2.2")
        #expect(metrics.text.contains("gatehouse_streams 2\n"))
        first = nil
        #expect(metrics.text.contains("gatehouse_streams 1\n"))
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a rush of clients opens as many as the limit allows, and leaves none behind`() async throws {
        let streams = OpenStreams(StreamLimits(maximum: 50, maximumPerAddress: 8))
        let places = await withTaskGroup(of: StreamPlace?.self) { group in
            for number in 0..<1_000 {
                group.addTask { try? streams.open(for: Subscriber("192.0.2.\(number % 10)")) }
            }
            return await group.reduce(into: [StreamPlace]()) { places, place in
                if let place { places.append(place) }
            }
        }
        #expect(places.count == 50)
        #expect(streams.count == 50)
        await withTaskGroup(of: Void.self) { group in
            for place in places + places { group.addTask { place.leave() } }
        }
        #expect(streams.count == 0)
    }

    @Test func `three quarters of the connections may be streams`() {
        #expect(
            StreamLimits(ofConnections: 10_000, perAddress: 500)
                == StreamLimits(maximum: 7_500, maximumPerAddress: 375))
        #expect(StreamLimits(ofConnections: 1, perAddress: 1) == StreamLimits(maximum: 1, maximumPerAddress: 1))
    }
}

extension Trip.Upgrade {
    fileprivate var isServed: Bool { refusal == nil }

    fileprivate var refusal: GatewayResponse? {
        guard case .respond(let response) = self else { return nil }
        return response
    }
}

/// A WebSocket that has ended.
private struct EndedConnection: SocketConnection {
    let subprotocol: String? = nil

    func next() async -> SocketMessage? { nil }
    func send(_ message: SocketMessage) async throws(StreamEnded) { throw .clientGone }
}

/// A writer whose client reads all chunks, or none.
private struct Chunks: ChunkWriter {
    let isOpen: Bool

    func write(_ chunk: Data) async throws(StreamEnded) {
        guard isOpen else { throw .clientGone }
    }
}
