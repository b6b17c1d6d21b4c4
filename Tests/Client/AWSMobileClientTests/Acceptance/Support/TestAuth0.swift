// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Synchronization

/// The token endpoint of an OAuth provider that is not a user pool.
final class TestAuth0: Transport {
    static let host = "tenant.auth0.com"

    private struct State {
        var forms: [[String: String]] = []
        var refreshToken: String?
        var number = 0
        var issuesIDTokens = true
    }

    let issuer: TestOpenIDProvider
    private let clock: TestClock
    private let state = Mutex(State())

    init(_ issuer: TestOpenIDProvider, _ clock: TestClock) {
        (self.issuer, self.clock) = (issuer, clock)
    }

    /// The forms that were sent to the token endpoint.
    var forms: [[String: String]] { state.withLock(\.forms) }

    /// Ends the refresh tokens that were issued.
    func revokeTokens() { state.withLock { $0.refreshToken = nil } }

    /// Issues no ID tokens from now on.
    func withholdIDTokens() { state.withLock { $0.issuesIDTokens = false } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.url.host() == Self.host, request.url.path() == "/oauth/token" else {
            throw TransportError(.unreachable)
        }
        let fields = (try? FormFields.read(String(decoding: request.body, as: UTF8.self), maximum: 50)) ?? []
        let form = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
        let (isValid, number, hasIDToken) = state.withLock { state in
            state.forms.append(form)
            let isValid =
                form["grant_type"] == "refresh_token"
                ? state.refreshToken != nil && form["refresh_token"] == state.refreshToken
                : form["grant_type"] == "authorization_code" && form["code_verifier"] != nil
            state.number += 1
            if isValid { state.refreshToken = "refresh-\(state.number)" }
            return (isValid, state.number, state.issuesIDTokens)
        }
        guard isValid else {
            return TransportResponse(status: 403, body: Data(#"{"error":"invalid_grant"}"#.utf8))
        }
        var body: [WireName: WireValue] = [
            "access_token": .string("opaque-\(number)"), "refresh_token": .string("refresh-\(number)"),
            "expires_in": 3_600, "token_type": "Bearer",
        ]
        if hasIDToken {
            let token = try? issuer.token(for: "auth0client", as: "auth0|ada", at: clock.now)
            body["id_token"] = token.map { .string($0) }
        }
        return TransportResponse(status: 200, body: WireValue.object(body).json())
    }
}

/// A world with an identity pool that accepts the provider's tokens.
struct Auth0World {
    let world: MobileWorld
    let auth0: TestAuth0
    let browser = TestBrowser()

    init() async throws {
        let issuer = try TestOpenIDProvider("https://\(TestAuth0.host)")
        world = try await MobileWorld(on: TestGatehouse(fetch: issuer))
        _ = try await world.gatehouse.register(
            issuer, clients: ["auth0client"], forIdentityPool: world.identityPool)
        auth0 = TestAuth0(issuer, world.gatehouse.clock)
        browser.arrive(["code": "code"])
    }

    /// The redirect URI of both visits.
    var redirect: String { "\(browser.scheme)://\(TestAuth0.host)/ios/\(browser.scheme)/callback" }

    /// A phone whose configuration has the provider's addresses.
    func phone(_ pools: MobileWorld.Pools = .identityPoolOnly, isStoreShared: Bool = false) -> Phone {
        let oauth: [String: Any] = [
            "AppClientId": "auth0client", "WebDomain": TestAuth0.host,
            "TokenURI": "https://\(TestAuth0.host)/oauth/token", "SignInURI": "https://\(TestAuth0.host)/authorize",
            "SignInRedirectURI": redirect, "SignOutURI": "https://\(TestAuth0.host)/v2/logout",
            "SignOutURIQueryParameters": ["client_id": "auth0client", "returnTo": redirect],
            "Scopes": ["openid", "email"],
        ]
        return world.phone(pools, isStoreShared: isStoreShared, oauth: oauth, browser: browser, provider: auth0)
    }
}
