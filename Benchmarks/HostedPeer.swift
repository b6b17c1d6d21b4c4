// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

extension Peers.Glewlwyd {
    /// The clients of glewlwyd's OAuth 2.0 plug-in, and its user.
    struct OAuth: Decodable {
        /// The base of the addresses of its API.
        let apiURL: String
        /// The public client of users.
        let app: String
        let callback: String
        let scope: String
        /// The JSON with the name and the password of the user that its login form sends.
        let signIn: String
        /// The client that acts for itself.
        let machine: String
        let machineSecret: String
    }

    /// The grants of the token endpoint and the code flow of Gatehouse, beside those of glewlwyd.
    func oauthRows(beside endpoints: HostedEndpoints) async throws -> [Row] {
        let refreshToken = try await signIn()
        let ours = try await endpoints.refreshToken()
        return [
            try await row("Client credentials, beside glewlwyd", endpoints, count: 640) { _ in
                try await endpoints.requestClientToken()
            } theirs: {
                try await requestClientToken()
            },
            try await row("Refresh, token endpoint, beside glewlwyd", endpoints, count: 320) { _ in
                try await endpoints.refresh(ours)
            } theirs: {
                try await refresh(refreshToken)
            },
            // Several at once get errors: glewlwyd mixes up the codes that it inserts at the same time.
            try await row("Authorization code with form post, beside glewlwyd", endpoints, count: 160, theirWorkers: 1)
            {
                try await endpoints.signIn(as: "bench-\($0)")
            } theirs: {
                _ = try await signIn()
            },
        ]
    }

    private func row(
        _ name: String, _ endpoints: HostedEndpoints, count: Int, theirWorkers: Int = ServerLoad.users,
        ours: @escaping @Sendable (Int) async throws -> Void, theirs: @escaping @Sendable () async throws -> Void
    ) async throws -> Row {
        let own = try await endpoints.load.server.measured.rate(of: count, workers: ServerLoad.users, ours)
        let peer = try await MeasuredProcess(id: processID).rate(of: count, workers: theirWorkers) { _ in
            try await theirs()
        }
        return Peers.row(name, own, peer)
    }

    private func requestClientToken() async throws {
        let form = [("grant_type", "client_credentials"), ("scope", oauth.scope)]
        let client = WebRequest.basic(oauth.machine, oauth.machineSecret)
        _ = try await WebRequest.form(form, to: tokenURL, headers: [client]).tokens()
    }

    private func refresh(_ token: String) async throws {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", oauth.app)]
        _ = try await WebRequest.form(form, to: tokenURL).tokens()
    }

    /// Goes from the authorization endpoint through the sign-in to the tokens, and returns the refresh token.
    ///
    /// The login page itself is a static file with a script, which is left out.
    private func signIn() async throws -> String {
        let query = FormFields.text([
            ("response_type", "code"), ("client_id", oauth.app), ("redirect_uri", oauth.callback),
            ("scope", oauth.scope), ("state", "bench"),
        ])
        let address = oauth.apiURL + "tokens/auth?" + query
        guard try await WebRequest.get(address).send().status == 302 else { throw IncompleteAnswer(from: "glewlwyd") }
        let login = try await WebRequest(
            method: .post, address: oauth.apiURL + "auth/", headers: [("Content-Type", "application/json")],
            body: Data(oauth.signIn.utf8)
        ).send()
        guard let cookie = login.header("Set-Cookie")?.prefix(while: { $0 != ";" }) else {
            throw UnexpectedAnswer(operation: "glewlwyd's login", status: login.status)
        }
        let redirect = try await WebRequest.get(address + "&g_continue", headers: [("Cookie", String(cookie))]).send()
        let parameters = redirect.header("Location").flatMap { URLComponents(string: $0)?.queryItems } ?? []
        guard let code = parameters.first(where: { $0.name == "code" })?.value else {
            throw IncompleteAnswer(from: "glewlwyd's authorization endpoint")
        }
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("client_id", oauth.app),
            ("redirect_uri", oauth.callback),
        ]
        let tokens = try await WebRequest.form(form, to: tokenURL).tokens()
        guard let token = tokens["refresh_token"]?.stringValue else { throw IncompleteAnswer(from: tokenURL) }
        return token
    }
}
