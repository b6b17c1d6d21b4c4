// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

/// A pool with the domain `shop`, and a client with the code flow.
struct HostedFixture {
    /// The pool and its client.
    var fixture: PoolFixture
    /// The path of the domain.
    var base = "/domains/shop"

    static func make(
        withSecret: Bool = false, on server: TestGatehouse? = nil, domain: String = "shop",
        pool: CreateUserPoolRequest = PoolFixture.request { _ in },
        changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> HostedFixture {
        let fixture = try await PoolFixture.make(pool: pool, withSecret: withSecret, on: server) {
            $0.callbackURLs = ["https://app.example/cb", "myapp://done"]
            $0.logoutURLs = ["https://app.example/bye"]
            $0.allowedOAuthFlows = [.code, .implicit]
            $0.allowedOAuthScopes = ["openid", "email", "profile"]
            $0.allowedOAuthFlowsUserPoolClient = true
            $0.supportedIdentityProviders = ["COGNITO"]
            change(&$0)
        }
        _ = try await fixture.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: domain, userPoolId: fixture.poolID))
        return HostedFixture(fixture: fixture, base: "/domains/" + domain)
    }

    var gateway: Gateway { fixture.gatehouse.installation.gateway }

    /// The issuer of the pool's tokens in redirects.
    var issuer: String { "http%3A%2F%2Flocalhost%3A9229%2F\(fixture.poolID)" }

    /// The query of an authorization request.
    func query(_ others: String = "") -> String {
        "client_id=\(fixture.client.id)&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&state=s+1"
            + others
    }

    func get(
        _ path: String, _ query: String = "", headers: [(name: String, value: String)] = []
    ) async -> GatewayResponse {
        await gateway.respond(
            to: GatewayRequest(method: "GET", path: base + path, query: query, headers: headers))
    }

    func post(
        _ path: String, _ form: String, headers: [(name: String, value: String)] = []
    ) async -> GatewayResponse {
        let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
        return await gateway.respond(
            to: GatewayRequest(method: "POST", path: base + path, headers: headers + [type], body: Data(form.utf8)))
    }
}

extension GatewayResponse {
    /// The body as JSON.
    var json: WireValue { (try? WireValue(foreignJSON: body)) ?? .null }
    /// The error of an endpoint, with its status.
    var oauthError: String { "\(status) \(json["error"]?.stringValue ?? "")" }
    /// The address of a redirect, with its status.
    var redirect: String { "\(status) \(header("Location") ?? "")" }
}

/// The header with a client's id and secret.
func basic(_ id: String, _ secret: String) -> [(name: String, value: String)] {
    [("Authorization", "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString())]
}
