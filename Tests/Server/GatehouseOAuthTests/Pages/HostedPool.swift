// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// A pool with pages at the domain `shop`, and a client that may open them.
struct HostedPool: Sendable {
    /// The callback URL of the client.
    static let callback = "https://app.example/callback"
    /// The path of the domain on the server.
    static let path = "/domains/shop"

    /// The pool and its client.
    let fixture: PoolFixture

    /// Makes a pool; `change` and `changeClient` change the requests that make it and its client.
    static func make(
        triggers: (any TriggerCaller)? = nil, withSecret: Bool = false,
        changing change: (inout CreateUserPoolRequest) -> Void = { _ in },
        client changeClient: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> HostedPool {
        let gatehouse =
            if let triggers { try await TestGatehouse(triggers: triggers) } else { try await TestGatehouse() }
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request(change), withSecret: withSecret, on: gatehouse
        ) { client in
            Self.enableOAuth(&client)
            changeClient(&client)
        }
        _ = try await fixture.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID))
        return HostedPool(fixture: fixture)
    }

    /// Lets a client use the pages: codes with the scope `openid`, and no flow of the API.
    static func enableOAuth(_ client: inout CreateUserPoolClientRequest) {
        client.callbackURLs = [callback]
        client.allowedOAuthFlows = [.code]
        client.allowedOAuthScopes = ["openid"]
        client.allowedOAuthFlowsUserPoolClient = true
        client.explicitAuthFlows = [.allowUserSrpAuth]
        client.preventUserExistenceErrors = .enabled
    }

    /// The query of an authorization request.
    func query(_ further: [(String, String)] = []) -> String {
        FormFields.text(
            [
                ("client_id", fixture.client.id), ("response_type", "code"), ("redirect_uri", Self.callback),
                ("scope", "openid"), ("state", "s-1"),
            ] + further)
    }

    /// The address of a page with the query of an authorization request.
    func address(_ page: String, _ further: [(String, String)] = []) -> String {
        "\(Self.path)\(page)?\(query(further))"
    }

    /// A browser without cookies.
    var browser: PageBrowser { PageBrowser(fixture.gatehouse) }

    /// A browser with the login page.
    func browserAtLogin(_ further: [(String, String)] = []) async throws -> PageBrowser {
        var browser = browser
        try await browser.open(address("/oauth2/authorize", further))
        return browser
    }

    /// The fields of the login page for a user.
    static func login(_ name: String = "alice", password: String = PoolFixture.password) -> [String: String] {
        ["username": name, "password": password]
    }

    /// The code that an authenticator app with a key shows, some steps of 30 seconds from now.
    func appCode(_ secret: String, steps: Double = 0) -> String {
        TOTP(secret: Secret(Base32.decode(secret) ?? []))
            .code(at: fixture.gatehouse.clock.now.addingTimeInterval(30 * steps))
    }

    /// The name of the cookie with the browser's session.
    static let session = "cognito-shop"
}

extension PageBrowser {
    /// Whether the browser has returned to the client with a code.
    var hasCode: Bool {
        location?.hasPrefix(HostedPool.callback + "?") == true && returned("code")?.isEmpty == false
            && returned("state") == "s-1"
    }
}
