// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseWire
import NIOCore
import NIOPosix
import Testing

@testable import GatehouseOutbound

/// Providers whose address hangs, over real sockets and with a clock that the test advances.
@Suite("Providers whose address hangs", .hangLimit)
struct HangingProviderTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
    private static let limit = Duration.seconds(5)

    private static func request(_ host: String, scheme: String = "http") -> OutboundRequest {
        OutboundRequest(url: "\(scheme)://\(host)/", bodyLimit: 100, timeLimit: limit)
    }

    /// A fetch for which the hosts have these ports of this machine.
    private static func fetch(_ clock: ManualFetchClock, _ hosts: [String: [Int]]) throws -> PolicedFetch {
        let policy = AddressPolicy(listed: try #require(NetworkList("127.0.0.1")))
        return try PolicedFetch(policy: policy, places: FetchPlaces(), clock: clock.clock) { host, _ in
            try (hosts[host] ?? []).map { try SocketAddress(ipAddress: "127.0.0.1", port: $0) }
        }
    }

    private static func failure(_ fetch: PolicedFetch, _ request: OutboundRequest) async -> OutboundFailure? {
        do {
            _ = try await fetch.fetch(request)
            return nil
        } catch {
            return error
        }
    }

    /// A server that does not accept connections, with a full queue of those that wait.
    private static func unaccepting() async throws -> RawServer {
        let server = try await RawServer("", accepts: false)
        _ = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port).get()
        return server
    }

    /// Checks that a fetch of the first server ends at its time limit, and that one of another server waits for neither.
    ///
    /// `alarms` is the number of alarms that the first fetch sets before it hangs: for the lookup, for the connection, and
    /// for the response.
    private static func check(_ hanging: RawServer, scheme: String = "http", alarms: Int) async throws {
        let other = try await RawServer(ok)
        let clock = ManualFetchClock()
        let fetch = try fetch(clock, ["hanging.example": [hanging.port], "other.example": [other.port]])
        let waiting = Task { await failure(fetch, request("hanging.example", scheme: scheme)) }
        await clock.alarms(alarms)
        for _ in 0..<3 { #expect(try await fetch.fetch(request("other.example")).status == 200) }
        clock.advance(by: .seconds(5) - .nanoseconds(1))
        #expect(try await fetch.fetch(request("other.example")).status == 200)
        #expect(clock.pending == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(await waiting.value == .timedOut)
        #expect(clock.pending == 0)
    }

    @Test(
        "A server that accepts and never answers, or never ends its answer, costs the time limit and delays no other",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1"])
    func silent(_ answer: String) async throws {
        try await Self.check(try await RawServer(answer), alarms: 3)
    }

    @Test("A server that never answers the start of TLS costs the time limit and delays no other")
    func silentTLS() async throws {
        try await Self.check(try await RawServer(""), scheme: "https", alarms: 3)
    }

    @Test("A server that never accepts costs the time limit and delays no other")
    func unaccepting() async throws {
        let hanging = try await Self.unaccepting()
        try await Self.check(hanging, alarms: 2)
        #expect(hanging.connections == 0)
    }

    @Test("An address that never accepts leaves half of the time to the next one of the host")
    func nextAddress() async throws {
        let (hanging, next) = (try await Self.unaccepting(), try await RawServer(Self.ok))
        let clock = ManualFetchClock()
        let fetch = try Self.fetch(clock, ["hanging.example": [hanging.port, next.port]])
        let waiting = Task { try await fetch.fetch(Self.request("hanging.example")).status }
        await clock.alarms(2)
        clock.advance(by: .milliseconds(2_500))
        #expect(try await waiting.value == 200)
    }

    @Test("A name server that does not answer costs the time limit and delays no other host")
    func slowLookup() async throws {
        let other = try await RawServer(Self.ok)
        let (gate, clock) = (DispatchSemaphore(value: 0), ManualFetchClock())
        defer { gate.signal() }
        let policy = AddressPolicy(listed: try #require(NetworkList("127.0.0.1")))
        let fetch = try PolicedFetch(policy: policy, places: FetchPlaces(), clock: clock.clock) { host, _ in
            if host == "hanging.example" { gate.wait() }
            return [try SocketAddress(ipAddress: "127.0.0.1", port: other.port)]
        }
        let waiting = Task { await Self.failure(fetch, Self.request("hanging.example")) }
        await clock.alarms(1)
        #expect(try await fetch.fetch(Self.request("other.example")).status == 200)
        clock.advance(by: .seconds(5))
        #expect(await waiting.value == .timedOut)
    }

    @Test("The token of a provider that hangs is refused with the reason; one of another is verified meanwhile")
    func tokens() async throws {
        let key = try RSASigningKey.generate()
        let (n, e) = key.publicKey.jwk
        let body = #"""
            {"issuer": "http://other.example", "jwks_uri": "http://other.example/keys",
             "keys": [{"kty": "RSA", "kid": "\#(key.keyID)", "n": "\#(n)", "e": "\#(e)"}]}
            """#
        let other = try await RawServer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let hanging = try await RawServer("")
        let clock = ManualFetchClock()
        let fetch = try Self.fetch(clock, ["hanging.example": [hanging.port], "other.example": [other.port]])
        let verifier = OpenIDVerifier(
            fetch: fetch, clock: WallClock { Date(timeIntervalSince1970: 1_700_000_000) })
        func refusal(_ issuer: String) async throws -> TokenRefusal? {
            let claims: WireValue = [
                "iss": .string(issuer), "sub": "alice", "aud": "app", "iat": 1_700_000_000, "exp": 1_700_000_600,
            ]
            let token = try JWS.sign(payload: claims.jsonBytes(), key: key, signer: SwiftCryptoRSASigner())
            do throws(TokenRefusal) {
                _ = try await verifier.verify(token, from: TrustedIssuer(url: issuer, clientIDs: ["app"]))
                return nil
            } catch {
                return error
            }
        }
        let waiting = Task { try await refusal("http://hanging.example") }
        await clock.alarms(3)
        #expect(try await refusal("http://other.example") == nil)
        clock.advance(by: .seconds(5))
        let document = "http://hanging.example/.well-known/openid-configuration"
        #expect(
            try await waiting.value == .providerUnavailable("http://hanging.example: GET \(document): timedOut"))
    }
}
