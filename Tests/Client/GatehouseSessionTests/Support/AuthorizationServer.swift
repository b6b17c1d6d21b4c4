// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

/// The hosted pages and the token endpoint of a domain, and behind them a scripted service.
final class AuthorizationServer: Transport {
    static let domain = "http://127.0.0.1:9229/domains/shop"
    static let redirect = "http://localhost:8080/callback"

    private struct Grant {
        var challenge: String
        var redirect: String
        var nonce: String?
    }

    private struct State {
        var grants: [String: Grant] = [:]
        var requests: [TransportRequest] = []
        var answer: TransportResponse?
        var claims: [WireName: WireValue] = [:]
        var withoutToken: WireName?
    }

    private let service: ScriptedService
    private let clock: ManualClock
    private let state = Mutex(State())

    init(_ service: ScriptedService, _ clock: ManualClock) {
        (self.service, self.clock) = (service, clock)
    }

    /// The requests to the token endpoint.
    var tokenRequests: [TransportRequest] { state.withLock(\.requests) }

    /// Answers token requests in that way.
    func answer(_ status: Int, _ body: String) {
        state.withLock { $0.answer = TransportResponse(status: status, body: Data(body.utf8)) }
    }

    /// Adds claims to the ID tokens, in place of those that they would have.
    func claim(_ claims: [WireName: WireValue]) { state.withLock { $0.claims = claims } }

    /// Leaves a token out of the answers.
    func withhold(_ token: WireName?) { state.withLock { $0.withoutToken = token } }

    /// The callback after a sign-in of a user at an address.
    func signIn(at page: URL) throws -> URL {
        let query = try Self.fields(page.query(percentEncoded: true))
        let state = try #require(query["state"])
        let code = "code-\(self.state.withLock { $0.grants.count + 1 })"
        let grant = Grant(
            challenge: try #require(query["code_challenge"]), redirect: try #require(query["redirect_uri"]),
            nonce: query["nonce"])
        self.state.withLock { $0.grants[code] = grant }
        return try #require(URL(string: "\(grant.redirect)?code=\(code)&state=\(state)"))
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.url.path() == "/domains/shop/oauth2/token" else { return try await service.send(request) }
        let (answer, grants) = state.withLock { state in
            state.requests.append(request)
            return (state.answer, state.grants)
        }
        if Task.isCancelled { throw TransportError(.cancelled) }
        if let answer { return answer }
        guard let form = try? Self.fields(String(decoding: request.body, as: UTF8.self)), let code = form["code"],
            let grant = grants[code], grant.redirect == form["redirect_uri"],
            form["grant_type"] == "authorization_code",
            grant.challenge == Base64URL.encode(sha256(Array((form["code_verifier"] ?? "").utf8)))
        else { return TransportResponse(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8)) }
        return tokens(for: code, grant)
    }

    private func tokens(for code: String, _ grant: Grant) -> TransportResponse {
        let (claims, withoutToken) = state.withLock { state in
            state.grants[code] = nil
            return (state.claims, state.withoutToken)
        }
        var own: [WireName: WireValue] = [:]
        own["nonce"] = grant.nonce.map { .string($0) }
        let tokens = Fixture.tokens(clock, name: code, idClaims: own.merging(claims) { $1 })
        var body: [WireName: WireValue] = [
            "access_token": tokens["AccessToken"] ?? .null, "id_token": tokens["IdToken"] ?? .null,
            "refresh_token": tokens["RefreshToken"] ?? .null, "expires_in": 3_600, "token_type": "Bearer",
        ]
        if let withoutToken { body[withoutToken] = nil }
        return TransportResponse(status: 200, body: WireValue.object(body).json())
    }

    /// The fields of a form, each once.
    static func fields(_ form: String?) throws -> [String: String] {
        Dictionary(try FormFields.read(form ?? "", maximum: 50).map { ($0.name, $0.value) }) { $1 }
    }
}
