// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseWire

/// An app with hosted pages, whose token endpoint and user pool answer as the test says.
struct PagesApp {
    let plugin: AWSCognitoAuthPlugin
    let presenter: TestPresenter
    let network = TestNetwork(nil)
    let events = EventLog()

    init(
        presenter: TestPresenter = TestPresenter(),
        pages: [String: JSONValue] = PagesApp.pages,
        store: any CredentialStore = InMemoryCredentialStore()
    ) throws {
        let events = events
        self.presenter = presenter
        plugin = AWSCognitoAuthPlugin(
            transport: network,
            events: AuthEvents { events.append($0) },
            webSignIn: presenter,
            openStore: { _ in store }
        )
        // The token request names no operation.
        network.answer(Self.tokens(), to: "")
        network.answer(TransportResponse(status: 200, body: Data("{}".utf8)), to: "RevokeToken")
        let pool: JSONValue = ["PoolId": "us-east-1_Shop00001", "AppClientId": "client", "Region": "us-east-1"]
        try plugin.configure(
            using: [
                "CognitoUserPool": ["Default": pool], "Auth": ["Default": ["OAuth": .object(pages)]],
            ] as JSONValue)
        events.clear()
    }

    /// The keys of the hosted pages.
    static let pages: [String: JSONValue] = [
        "WebDomain": "shop.auth.us-east-1.amazoncognito.com", "AppClientId": "client",
        "SignInRedirectURI": "myapp://signin/", "SignOutRedirectURI": "myapp://signout/",
        "Scopes": ["openid", "email"],
    ]

    /// Tokens of the user ada that are valid for an hour.
    static func tokens() -> TransportResponse {
        let end = Int64(Date().timeIntervalSince1970) + 3_600
        let claims: WireValue = ["exp": .integer(end), "sub": "sub-1", "username": "ada"]
        let parts = [Array(#"{"alg":"none"}"#.utf8), Array(claims.json()), Array("signature".utf8)]
        let token = WireValue.string(parts.map { Base64URL.encode($0) }.joined(separator: "."))
        let body: WireValue = ["id_token": token, "access_token": token, "refresh_token": "refresh"]
        return TransportResponse(status: 200, body: body.json())
    }

    /// The result of a sign-out in its own type.
    func signOut(_ options: AuthSignOutRequest.Options? = nil) async throws -> AWSCognitoSignOutResult {
        let result = await plugin.signOut(options: options)
        guard let result = result as? AWSCognitoSignOutResult else {
            throw AuthError.unknown("The result is of another type")
        }
        return result
    }
}
