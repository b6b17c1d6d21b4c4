// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Synchronization

/// A provider of OpenID Connect that answers the code of the person who has just signed in there.
final class PlayedProvider: OutboundFetch {
    private struct State {
        var idToken = ""
        var requests: [OutboundRequest] = []
    }

    static let url = "https://op.example.com"
    let issuer: TestOpenIDProvider
    private let state = Mutex(State())

    init() throws {
        issuer = try TestOpenIDProvider(Self.url)
    }

    /// Lets a person sign in with the nonce of an authorization request.
    func signIn(_ subject: String, nonce: String, at time: Date, claims: [String: WireValue?] = [:]) throws {
        let token = try issuer.token(
            for: "app", as: subject, at: time, claims: claims.merging(["nonce": .string(nonce)]) { $1 })
        state.withLock { $0.idToken = token }
    }

    /// The requests with a code.
    var exchanges: [OutboundRequest] { state.withLock { $0.requests.filter { $0.url == Self.url + "/token" } } }

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let idToken = state.withLock { state in
            state.requests.append(request)
            return state.idToken
        }
        guard request.url == Self.url + "/token" else { return try await issuer.fetch(request) }
        let answer: WireValue = ["access_token": "upstream", "token_type": "Bearer", "id_token": .string(idToken)]
        return OutboundResponse(status: 200, body: answer.jsonBytes())
    }
}

/// A pool with a domain and the provider `corp`, and a browser that signs in with it.
struct ProviderFixture {
    let hosted: HostedFixture
    let provider: PlayedProvider

    /// `levels` are the provider's names for levels, and `change` changes the request that makes the pool.
    static func make(
        _ type: IdentityProviderTypeType = .oidc, name: String = "corp", more: [String: String] = [:],
        levels: [String: String]? = nil, triggers: ScriptedTriggers? = nil,
        changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> ProviderFixture {
        let provider = try PlayedProvider()
        let gatehouse = try await TestGatehouse(
            settings: GatewaySettings(signaturePolicy: .anyAdministrator), triggers: triggers, fetch: provider)
        let hosted = try await HostedFixture.make(
            on: gatehouse,
            pool: PoolFixture.request { request in
                request.lambdaConfig = triggers?.settings
                change(&request)
            })
        let fixture = hosted.fixture
        var details = [
            "client_id": "app", "client_secret": "s", "authorize_scopes": "openid", "oidc_issuer": PlayedProvider.url,
            "attributes_request_method": "GET", "authorize_url": PlayedProvider.url + "/authorize",
            "token_url": PlayedProvider.url + "/token", "jwks_uri": PlayedProvider.url + "/keys",
        ]
        // The address of attributes would come from the discovery document, which has none.
        if type == .saml { details = [:] }
        details.merge(more) { $1 }
        _ = try await fixture.administrator.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: fixture.poolID, providerName: name, providerType: type, providerDetails: details,
                attributeMapping: ["email": "email"], acrMapping: levels))
        try await fixture.administrator.pools.records.write { [id = fixture.client.id] store in
            var (client, _) = try store.existingClient(id)
            client.description.supportedIdentityProviders = [name]
            try store.update(client)
        }
        return ProviderFixture(hosted: hosted, provider: provider)
    }

    var now: Date { hosted.fixture.gatehouse.clock.now }

    /// The redirect of the authorization endpoint to the provider: its fields, and the cookie of the browser.
    func begin(
        _ others: String = "&identity_provider=corp"
    ) async throws -> (fields: [String: String], cookie: (name: String, value: String), response: GatewayResponse) {
        let response = await hosted.get("/oauth2/authorize", hosted.query(others))
        let location = URLComponents(string: response.header("Location") ?? "")
        let fields = Dictionary((location?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        let set = response.header("Set-Cookie") ?? ""
        return (fields, ("Cookie", String(set.prefix { $0 != ";" })), response)
    }

    /// Lets a person sign in at the provider, and returns to the domain.
    func finish(
        _ begun: (fields: [String: String], cookie: (name: String, value: String), response: GatewayResponse),
        as subject: String = "c1", more: String = "", headers: [(name: String, value: String)]? = nil,
        claims: [String: WireValue?] = [:]
    ) async throws -> GatewayResponse {
        try provider.signIn(
            subject, nonce: begun.fields["nonce"] ?? "", at: now,
            claims: ["email": "a@example.com"].merging(claims) { $1 })
        let state = begun.fields["state"] ?? ""
        return await hosted.get(
            "/oauth2/idpresponse", "code=c1&state=\(state)" + more, headers: headers ?? [begun.cookie])
    }
}
