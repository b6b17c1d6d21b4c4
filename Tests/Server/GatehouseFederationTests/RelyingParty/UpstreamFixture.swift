// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseWire
import Testing

/// A provider of OpenID Connect that a pool has registered, and the relying party that asks it.
struct UpstreamFixture {
    static let secret = "a secret that has more than 32 bytes"

    let issuer: TestIssuer
    var details: [String: String]

    init() throws {
        issuer = try TestIssuer()
        details = [
            "client_id": "app", "client_secret": Self.secret, "authorize_scopes": "openid email",
            "oidc_issuer": issuer.url, "authorize_url": "\(issuer.url)/authorize", "token_url": "\(issuer.url)/token",
            "attributes_url": "\(issuer.url)/userinfo", "attributes_request_method": "GET",
            "jwks_uri": issuer.keySetURL,
        ]
        issuer.fetch.answer("\(issuer.url)/userinfo", #"{"sub": "alice", "email": "info@example.com", "nick": "al"}"#)
    }

    func provider(
        _ kind: UpstreamProvider.Kind = .oidc, name: String = "Corp", mapping: [String] = []
    ) throws -> UpstreamProvider {
        try UpstreamProvider(kind, name: name, details: details, mapping: mapping)
    }

    /// Lets the token endpoint answer with an ID token.
    func grant(_ idToken: String?) {
        var answer: [WireName: WireValue] = ["access_token": "upstream-access", "token_type": "Bearer"]
        answer["id_token"] = idToken.map(WireValue.string)
        issuer.fetch.answer(
            "\(issuer.url)/token", String(decoding: WireValue.object(answer).jsonBytes(), as: UTF8.self))
    }

    func grant(claims changes: [String: WireValue?] = [:]) throws {
        let claims = issuer.claims(["nonce": "n-1"].merging(changes) { $1 })
        grant(try issuer.token(claims: claims))
    }

    var party: RelyingParty {
        RelyingParty(fetch: issuer.fetch, idTokens: issuer.verifier(), clock: issuer.clock.clock)
    }

    func response(issuer: String? = nil, user: String? = nil) -> RelyingParty.Response {
        RelyingParty.Response(
            code: "c&1", redirectURI: "https://pool.example/oauth2/idpresponse", verifier: "v-1", nonce: "n-1",
            issuer: issuer, user: user)
    }

    /// The fault of a sign-in; `nil` if there is none.
    func fault(
        _ provider: UpstreamProvider? = nil, _ response: RelyingParty.Response? = nil
    ) async throws -> UpstreamFault? {
        let provider = try provider ?? self.provider()
        do throws(UpstreamFault) {
            _ = try await party.person(response ?? self.response(), at: provider)
            return nil
        } catch {
            return error
        }
    }

    /// The body of the request to the token endpoint.
    var tokenForm: String {
        let request = issuer.fetch.requests.first { $0.url.hasPrefix("\(issuer.url)/token") }
        return String(decoding: request?.body ?? [], as: UTF8.self)
    }
}
