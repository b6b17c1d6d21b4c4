// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire

/// The endpoints of a pool's domain under load: the token endpoint, and the flow with authorization codes as a browser
/// without JavaScript goes through it.
struct HostedEndpoints {
    static let callback = "https://app.example.com/callback"
    private static let prefix = "bench-hosted"
    private static let scope = "orders/read"

    let load: ServerLoad
    /// The address of the domain.
    let domain: String
    /// The client that acts for itself, with its secret.
    private let machine: (id: String, secret: String)
    /// The public client of users.
    private let app: String

    /// Creates a domain, a resource server and two clients beside the pool of a load.
    static func prepare(beside load: ServerLoad) async throws -> HostedEndpoints {
        try await load.administer(
            CreateUserPoolDomainOperation.self, CreateUserPoolDomainRequest(domain: prefix, userPoolId: load.poolID))
        try await load.administer(
            CreateResourceServerOperation.self,
            CreateResourceServerRequest(
                userPoolId: load.poolID, identifier: "orders", name: "Orders",
                scopes: [ResourceServerScopeType(scopeName: "read", scopeDescription: "Reads orders.")]))
        let machine = try await load.administer(
            CreateUserPoolClientOperation.self,
            CreateUserPoolClientRequest(
                userPoolId: load.poolID, clientName: "machine", generateSecret: true,
                allowedOAuthFlows: [.clientCredentials], allowedOAuthScopes: [scope],
                allowedOAuthFlowsUserPoolClient: true))["UserPoolClient"]
        let app = try await load.administer(
            CreateUserPoolClientOperation.self,
            CreateUserPoolClientRequest(
                userPoolId: load.poolID, clientName: "app",
                explicitAuthFlows: [.allowUserPasswordAuth, .allowRefreshTokenAuth],
                supportedIdentityProviders: ["COGNITO"], callbackURLs: [callback], allowedOAuthFlows: [.code],
                allowedOAuthScopes: ["openid", "email"], allowedOAuthFlowsUserPoolClient: true))["UserPoolClient"]
        guard let id = machine?["ClientId"]?.stringValue, let secret = machine?["ClientSecret"]?.stringValue,
            let app = app?["ClientId"]?.stringValue
        else { throw IncompleteAnswer(from: "CreateUserPoolClient") }
        return HostedEndpoints(
            load: load, domain: load.server.url + "/domains/" + prefix, machine: (id, secret), app: app)
    }

    /// The grant `client_credentials`: one signature each.
    func clientCredentials() async throws -> Row {
        try await load.row(
            "Client credentials, token endpoint", limit: \.clientTokens, atLeast: 0.50, count: 1_200
        ) { _ in try await requestClientToken() }
    }

    /// The grant `refresh_token`: two signatures each.
    func refreshes() async throws -> Row {
        let token = try await refreshToken()
        return try await load.row("Refresh, token endpoint", limit: \.refreshes, atLeast: 0.50, count: 800) { _ in
            try await refresh(token)
        }
    }

    /// The whole flow: authorize, page, form post, token, with a new browser each time.
    func codeFlow() async throws -> Row {
        try await load.row(
            "Authorization code with form post", limit: \.passwordSignIns, atLeast: 0.60, count: 320
        ) { try await signIn(as: $0) }
    }

    /// The login page: its size with everything that it loads, and the server's time from the authorization endpoint to
    /// the page.
    func loginPage() async throws -> [Row] {
        let flow = flow(as: "bench-0")
        let size = Double(try await flow.pageSize()) / 1_000
        let rate = try await load.server.measured.rate(of: 4_000, workers: ServerLoad.users) { _ in
            try await flow.openPage()
        }
        let time = 1_000 / rate
        return [
            Row(
                name: "Login page, with what it loads", result: "\(size.rounded(1)) KB", limit: "15 KB",
                ratio: "\((size / 15).rounded(2)) ×", promise: "< 15 KB", holds: size < 15),
            Row(
                name: "Login page, from the authorization endpoint", result: "\(time.rounded(2)) ms", limit: "2 ms",
                ratio: "\((time / 2).rounded(2)) ×", promise: "< 2 ms", holds: time < 2),
        ]
    }

    /// One token of the client that acts for itself.
    func requestClientToken() async throws {
        let form = [("grant_type", "client_credentials"), ("scope", Self.scope)]
        _ = try await WebRequest.form(
            form, to: tokenEndpoint, headers: [WebRequest.basic(machine.id, machine.secret)]
        ).tokens()
    }

    /// One renewal.
    func refresh(_ token: String) async throws {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", app)]
        _ = try await WebRequest.form(form, to: tokenEndpoint).tokens()
    }

    /// One sign-in by the code flow.
    func signIn(as username: String) async throws {
        _ = try await flow(as: username).signIn()
    }

    /// The refresh token of a sign-in by the code flow.
    func refreshToken() async throws -> String {
        let tokens = try await flow(as: "bench-0").signIn()
        guard let token = tokens["refresh_token"]?.stringValue else { throw IncompleteAnswer(from: tokenEndpoint) }
        return token
    }

    /// The address of the token endpoint.
    var tokenEndpoint: String { domain + "/oauth2/token" }

    private func flow(as username: String) -> HostedFlow {
        HostedFlow(endpoints: self, clientID: app, username: username)
    }
}
