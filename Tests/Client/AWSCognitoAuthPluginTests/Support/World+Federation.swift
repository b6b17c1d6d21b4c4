// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import GatehouseCore
import GatehouseServer
import GatehouseTesting

extension World {
    /// The provider that the user pool is for the identity pool.
    var provider: AuthProvider {
        .custom(gatehouse.installation.deployment.loginKey(ofUserPool: pool))
    }

    /// An ID token of a user, who is signed in on another device.
    func idToken(of name: String = "lin") async throws -> String {
        let app = try app(.userPoolOnly)
        if await failure({ _ = try await app.plugin.signIn(username: name, password: Self.password) }) != nil {
            try await gatehouse.makeUser(name, password: Self.password, inPool: pool)
            _ = try await app.plugin.signIn(username: name, password: Self.password)
        }
        return try await app.session().userPoolTokensResult.get().idToken
    }

    /// An app that is federated by a token of the user pool.
    func federatedApp(_ pools: Pools = .both, user: String = "lin") async throws -> TestApp {
        let token = try await idToken(of: user)
        let app = try app(pools)
        _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: provider)
        app.network.forget()
        app.events.clear()
        return app
    }
}
