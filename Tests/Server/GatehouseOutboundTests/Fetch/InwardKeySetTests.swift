// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseWire
import NIOCore
import Testing

@testable import GatehouseOutbound

/// Discovery documents whose key set is at an address inside, where the attacker has put the keys of the tokens.
@Suite("Key sets at addresses inside", .hangLimit)
struct InwardKeySetTests {
    private static let issuer = "http://login.example"
    private static let key = Result { try RSASigningKey.generate() }

    @Test(
        "A key set that points inward gets no connection, by a name, an address or a mapped one",
        arguments: [
            "inner.example", "127.0.0.2", "[::ffff:127.0.0.2]", "2130706434", "169.254.169.254",
            "[::ffff:169.254.169.254]",
        ])
    func inward(_ host: String) async throws {
        let key = try Self.key.get()
        let (n, e) = key.publicKey.jwk
        let keys = #"{"keys": [{"kty": "RSA", "kid": "\#(key.keyID)", "n": "\#(n)", "e": "\#(e)"}]}"#
        let inner = try await RawServer(Self.response(keys), host: "127.0.0.2")
        let url = "http://\(host):\(inner.port)/keys"
        let document = #"{"issuer": "\#(Self.issuer)", "jwks_uri": "\#(url)"}"#
        let outer = try await RawServer(Self.response(document))
        let token = try Self.token(by: key)
        let refusal = await Self.refusal(of: token, try Self.fetch(listed: "127.0.0.1", outer, inner))
        guard case .providerUnavailable(let reason) = refusal else {
            Issue.record("the key set was read: \(String(describing: refusal))")
            return
        }
        #expect(reason == "\(Self.issuer): GET \(url): refusedAddress")
        #expect(inner.connections == 0)
        // The same document is accepted where the operator lists the address.
        if host == "inner.example" {
            #expect(await Self.refusal(of: token, try Self.fetch(listed: "127.0.0.0/8", outer, inner)) == nil)
        }
    }

    private static func response(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func token(by key: RSASigningKey) throws -> String {
        let claims: WireValue = [
            "iss": .string(issuer), "sub": "alice", "aud": "app", "iat": 1_700_000_000, "exp": 1_700_000_600,
        ]
        return try JWS.sign(payload: claims.jsonBytes(), key: key, signer: SwiftCryptoRSASigner())
    }

    /// A fetch for which one name is the provider's server and another one the inner server; the rest are looked up.
    private static func fetch(listed: String, _ outer: RawServer, _ inner: RawServer) throws -> PolicedFetch {
        let policy = AddressPolicy(listed: try #require(NetworkList(listed)))
        let (outer, inner) = (outer.port, inner.port)
        // Time stands still, because the limit of five seconds is short beside all other tests.
        return try PolicedFetch(policy: policy, places: FetchPlaces(), clock: ManualFetchClock().clock) { host, port in
            switch host {
            case "login.example": [try SocketAddress(ipAddress: "127.0.0.1", port: outer)]
            case "inner.example": [try SocketAddress(ipAddress: "127.0.0.2", port: inner)]
            default: try SystemLookup.addresses(of: host, port: port, atMost: 4)
            }
        }
    }

    private static func refusal(of token: String, _ fetch: PolicedFetch) async -> TokenRefusal? {
        let verifier = OpenIDVerifier(fetch: fetch, clock: WallClock { Date(timeIntervalSince1970: 1_700_000_000) })
        do {
            _ = try await verifier.verify(token, from: TrustedIssuer(url: issuer, clientIDs: ["app"]))
            return nil
        } catch {
            return error
        }
    }
}
