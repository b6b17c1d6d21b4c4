// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

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

    /// The session of a role that the server finds for credentials.
    func roleSession(of credentials: any AWSTemporaryCredentials) async throws -> RoleSession {
        let key = try await gatehouse.installation.securityTokens.accessKeys.resolve(
            accessKeyID: credentials.accessKeyId, sessionToken: credentials.sessionToken)
        #expect(key?.secretAccessKey == credentials.secretAccessKey)
        guard case .role(let session)? = key?.principal else {
            throw AuthError.unknown("The credentials do not belong to a role.")
        }
        return session
    }

    /// Checks that an app renews its credentials with the stored token, until the token has expired.
    ///
    /// The token must be valid for two hours from now, and the credentials must be present ones.
    func expectRenewals(of app: TestApp, withToken token: String) async throws {
        var former = try await app.session()
        let id = try #require(former.identityIdResult.value)
        // Renewed 100 seconds before the end of an hour.
        for interval in [3_500, 3_600] as [TimeInterval] {
            gatehouse.clock.advance(by: interval)
            app.network.forget()
            let renewed = try await app.session()
            #expect(app.network.operations == ["GetCredentialsForIdentity"])
            #expect(app.network.inputs.first?["IdentityId"]?.stringValue == id)
            #expect(app.network.inputs.first?["Logins"]?.objectValue?.values.compactMap(\.stringValue) == [token])
            #expect(renewed.isSignedIn && renewed.identityIdResult.value == id)
            #expect(renewed.awsCredentialsResult.value?.accessKeyId != former.awsCredentialsResult.value?.accessKeyId)
            former = renewed
        }
        gatehouse.clock.advance(by: 3_600)
        let ended = try await app.session()
        #expect(!ended.isSignedIn)
        #expect(ended.identityIdResult.error == .anyNotAuthorized)
        #expect(ended.awsCredentialsResult.error == .anyNotAuthorized)
    }
}

extension World {
    /// Lets the app's own back end vouch for users of the identity pool.
    func allowDeveloperIdentities() async throws {
        try await gatehouse.changeIdentityPool(identityPool) { $0.developerProviderName = "login.example.app" }
    }

    /// What the app's own back end obtains for one of its users: an identity and a token for it.
    func developerToken(of user: String) async throws -> (identityID: String, token: String) {
        let service = gatehouse.installation.identityPools.service(for: gatehouse.administration)
        let answer = try await service.getOpenIdTokenForDeveloperIdentity(
            GetOpenIdTokenForDeveloperIdentityInput(identityPoolId: identityPool, logins: ["login.example.app": user])
        )
        return (try #require(answer.identityId), try #require(answer.token))
    }
}
