// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// Federation by tokens of the providers that have a case of their own, which the server verifies.
@Suite struct ProviderFederationTests {
    private static let providers = [AuthProvider.amazon, .apple, .facebook, .google, .twitter]

    @Test(arguments: providers)
    func `a token that a well-known provider confirms buys one identity on every device`(
        provider: AuthProvider
    ) async throws {
        let providers = try SocialProviders()
        let world = try await World(on: TestGatehouse(fetch: providers))
        try await world.allowSocialProviders()
        let token = try providers.token(of: provider, at: world.gatehouse.clock.now)
        let app = try world.app(.identityPoolOnly)
        let result = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: provider)
        #expect(app.network.operations == ["GetId", "GetCredentialsForIdentity"])
        let session = try await app.session()
        #expect(session.isSignedIn && session.identityIdResult.value == result.identityId)
        let other = try world.app(.identityPoolOnly)
        #expect(
            try await other.plugin.federateToIdentityPool(withProviderToken: token, for: provider).identityId
                == result.identityId
        )
    }

    @Test(arguments: providers)
    func `a token that its provider does not confirm, or of another provider, is refused`(
        provider: AuthProvider
    ) async throws {
        let providers = try SocialProviders()
        let world = try await World(on: TestGatehouse(fetch: providers))
        try await world.allowSocialProviders()
        let another: AuthProvider = provider == .google ? .facebook : .google
        let others = ["stolen", "stolen;secret", try providers.token(of: another, at: world.gatehouse.clock.now)]
        for token in others {
            let app = try world.app(.identityPoolOnly)
            let refused = await failure {
                _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: provider)
            }
            #expect(refused == .anyNotAuthorized, "\(token)")
            #expect(try await !app.session().isSignedIn)
        }
    }
}
