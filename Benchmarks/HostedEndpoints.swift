// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
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
        let basic = Base64.encode(Array("\(machine.id):\(machine.secret)".utf8))
        let form = [("grant_type", "client_credentials"), ("scope", Self.scope)]
        return try await load.row(
            "Client credentials, token endpoint", limit: \.clientTokens, atLeast: 0.50, count: 1_200
        ) { _ in _ = try await token(form, headers: [("Authorization", "Basic " + basic)]) }
    }

    /// The grant `refresh_token`: two signatures each.
    func refreshes() async throws -> Row {
        let first = try await flow(as: "bench-0").signIn()
        guard let refreshToken = first["refresh_token"]?.stringValue else {
            throw IncompleteAnswer(from: "the token endpoint")
        }
        let form = [("grant_type", "refresh_token"), ("refresh_token", refreshToken), ("client_id", app)]
        return try await load.row("Refresh, token endpoint", limit: \.refreshes, atLeast: 0.50, count: 800) { _ in
            _ = try await token(form)
        }
    }

    /// The whole flow: authorize, page, form post, token, with a new browser each time.
    func codeFlow() async throws -> Row {
        try await load.row(
            "Authorization code with form post", limit: \.passwordSignIns, atLeast: 0.60, count: 320
        ) { _ = try await flow(as: $0).signIn() }
    }

    private func flow(as username: String) -> HostedFlow {
        HostedFlow(endpoints: self, clientID: app, username: username)
    }

    /// Calls the token endpoint.
    func token(_ form: [(String, String)], headers: [(name: String, value: String)] = []) async throws -> WireValue {
        let answer = try await send(.post, domain + "/oauth2/token", form: form, headers: headers)
        guard answer.status == 200 else { throw UnexpectedAnswer(operation: "token", status: answer.status) }
        return try WireValue(json: answer.body)
    }

    /// Sends a request without following redirects.
    func send(
        _ method: TransportRequest.Method, _ address: String, form: [(String, String)] = [],
        headers: [(name: String, value: String)] = []
    ) async throws -> TransportResponse {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = TransportRequest(method: method, url: url, headers: headers)
        if method == .post {
            request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Data(FormFields.text(form).utf8)
        }
        return try await AsyncHTTPClientTransport().send(request)
    }
}
