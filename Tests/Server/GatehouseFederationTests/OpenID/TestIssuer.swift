// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseWire
import Testing

/// A provider of OpenID Connect whose documents and tokens the test makes.
struct TestIssuer: Sendable {
    static let keys = Result { (try RSASigningKey.generate(), try RSASigningKey.generate()) }

    let url: String
    let fetch: ScriptedFetch
    let clock: MovedClock
    let key: RSASigningKey
    let otherKey: RSASigningKey

    init(
        _ url: String = "https://login.example.com/tenant", fetch: ScriptedFetch = ScriptedFetch(),
        clock: MovedClock = MovedClock()
    ) throws {
        self.url = url
        self.fetch = fetch
        self.clock = clock
        (key, otherKey) = try Self.keys.get()
        fetch.answer(discoveryURL, #"{"issuer": "\#(url)", "jwks_uri": "\#(keySetURL)"}"#)
        publish([Self.member(key, id: "one")])
    }

    var discoveryURL: String { "\(url)/.well-known/openid-configuration" }
    var keySetURL: String { "\(url)/keys" }
    var trusted: TrustedIssuer { TrustedIssuer(url: url, clientIDs: ["app", "other-app"]) }

    func publish(_ keys: [String]) {
        fetch.answer(keySetURL, #"{"keys": [\#(keys.joined(separator: ", "))]}"#)
    }

    static func member(_ key: RSASigningKey, id: String, more: String = "") -> String {
        TestOpenIDProvider.member(key.publicKey, id: id, more: more)
    }

    /// The claims of a token that is accepted, with changes; a change to `nil` removes a claim.
    func claims(_ changes: [String: WireValue?] = [:]) -> String {
        var claims: [WireName: WireValue] = [
            "iss": .string(url), "sub": "alice", "aud": "app", "iat": .integer(clock.seconds),
            "exp": .integer(clock.seconds + 600),
        ]
        for (name, value) in changes { claims[WireName(name)] = value }
        return String(decoding: WireValue.object(claims).jsonBytes(), as: UTF8.self)
    }

    /// A token with any header, signed with RS256.
    func token(
        header: String = #"{"alg": "RS256", "kid": "one", "typ": "JWT"}"#, claims: String? = nil,
        key: RSASigningKey? = nil
    ) throws -> String {
        let parts = [header, claims ?? self.claims()].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try SwiftCryptoRSASigner().sign(Array(parts.utf8), with: key ?? self.key)
        return parts + "." + Base64URL.encode(signature)
    }

    func verifier(report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }) -> OpenIDVerifier {
        OpenIDVerifier(fetch: fetch, clock: clock.clock, report: report)
    }

    /// The reason why a new verifier refuses a token; `nil` if it accepts it.
    func refusal(of token: String, from issuer: TrustedIssuer? = nil) async -> TokenRefusal? {
        do {
            _ = try await verifier().verify(token, from: issuer ?? trusted)
            return nil
        } catch {
            return error
        }
    }
}
