// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSignIn
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The challenge and the verifier of RFC 7636, appendix B.
let pkce = (
    challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

extension HostedFixture {
    /// The cookie of a browser with which a user has signed in.
    func signIn(_ username: String = "alice") async throws -> (name: String, value: String) {
        let answer = try await fixture.anyone.beginHostedSignIn(
            .userPassword, clientID: fixture.client.id,
            parameters: ["USERNAME": username, "PASSWORD": PoolFixture.password], target: nil)
        guard case .signedIn(let authentication, _) = answer else {
            Issue.record("The sign-in ended in a challenge.")
            return ("Cookie", "")
        }
        let session = try await fixture.anyone.beginBrowserSession(authentication, inPool: fixture.poolID)
        return ("Cookie", "cognito-shop=\(session.cookie)")
    }

    /// The code of an authorization request by a browser with a session.
    func code(_ cookie: (name: String, value: String), _ others: String = "") async throws -> String {
        let answer = await get("/oauth2/authorize", query(others), headers: [cookie])
        let location = try #require(URLComponents(string: answer.header("Location") ?? ""))
        return try #require(location.queryItems?.first { $0.name == "code" }?.value)
    }

    /// The response of the token endpoint to a code.
    func exchange(_ code: String, _ others: String = "", clientID: String? = nil) async -> GatewayResponse {
        await post(
            "/oauth2/token",
            "grant_type=authorization_code&code=\(code)&client_id=\(clientID ?? fixture.client.id)"
                + "&redirect_uri=https%3A%2F%2Fapp.example%2Fcb" + others)
    }

    /// The response of the userInfo endpoint to an access token.
    func userInfo(_ token: String) async -> GatewayResponse {
        await get("/oauth2/userInfo", headers: [("Authorization", "Bearer \(token)")])
    }
}

extension GatewayResponse {
    /// The access token in a response of the token endpoint.
    var accessToken: String { json["access_token"]?.stringValue ?? "" }
}
