// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Federation, signatures and access groups as an app uses them, with nothing but public declarations.
@Suite(.ownsAmplify) struct FederationTests {
    @Test func `a token of another sign-in buys credentials, which sign the app's requests`() async throws {
        let gatehouse = try await TestGatehouse()
        try await gatehouse.makeUser("ada")
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        _ = try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)
        let session = try await Amplify.Auth.fetchAuthSession()
        let tokens = try #require(session as? any AuthCognitoTokensProvider).getCognitoTokens().get()
        let identity = try #require(session as? any AuthCognitoIdentityProvider).getIdentityId().get()
        let claims = try AWSAuthService().getTokenClaims(tokenString: tokens.idToken).get()
        let issuer = try #require(claims["iss"] as? String)
        let pool = try #require(issuer.split(separator: "/").last)

        await Amplify.reset()
        try Amplify.add(plugin: gatehouse.plugin(onDevice: "tablet"))
        try await Amplify.configure(gatehouse.configuration())
        let plugin = try #require(Amplify.Auth.getPlugin(for: "awsCognitoAuthPlugin") as? AWSCognitoAuthPlugin)
        let result = try await plugin.federateToIdentityPool(
            withProviderToken: tokens.idToken,
            for: .oidc("cognito-idp.us-east-1.amazonaws.com/\(pool)"),
            options: .init()
        )
        #expect(result.identityId == identity)
        await #expect(throws: AuthError.self) { try await Amplify.Auth.getCurrentUser() }

        let provider: any AWSCredentialsProvider = AWSAuthService()
        let credentials = try await provider.fetchAWSCredentials()
        #expect(credentials is any AWSTemporaryCredentials)
        #expect(credentials.accessKeyId == result.credentials.accessKeyId)
        let request = URLRequest(url: try #require(URL(string: "https://api.example.com/graphql")))
        for signed in [
            try await AWSRequestSigner(service: "appsync", region: "us-east-1").sign(request),
            try await AWSCognitoAuthPlugin.createAppSyncSigner(region: "us-east-1")(request),
        ] {
            let authorization = signed.value(forHTTPHeaderField: "Authorization")
            #expect(authorization?.contains(credentials.accessKeyId) == true)
        }
        try await plugin.clearFederationToIdentityPool()
        #expect(try await !Amplify.Auth.fetchAuthSession().isSignedIn)
    }

    @Test func `a plugin takes an access group, and none`() {
        let groups = [
            AccessGroup(name: "sharedItems"),
            AccessGroup(name: "sharedItems", migrateKeychainItemsOfUserSession: true),
            AccessGroup.none,
            AccessGroup.none(migrateKeychainItemsOfUserSession: true),
        ]
        for group in groups {
            let preferences = AWSCognitoSecureStoragePreferences(accessGroup: group)
            #expect(AWSCognitoAuthPlugin(secureStoragePreferences: preferences).key == "awsCognitoAuthPlugin")
        }
        #expect(groups.map(\.name) == ["sharedItems", "sharedItems", nil, nil])
    }

    @Test func `a plugin takes a key in the desktop's keyring, and none by default`() {
        let sealed = AWSCognitoSecureStoragePreferences(accessGroup: AccessGroup(name: "a"), sealing: .secretService)
        #expect(AWSCognitoAuthPlugin(secureStoragePreferences: sealed).key == "awsCognitoAuthPlugin")
        #expect(sealed.sealing == .secretService)
        #expect(AWSCognitoSecureStoragePreferences().sealing == .none)
    }
}
