// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// Federation by tokens that the app's own back end obtains for its users.
@Suite struct DeveloperFederationTests {
    private static let provider = AuthProvider.custom("cognito-identity.amazonaws.com")

    @Test func `a token of the app's back end buys credentials for its identity, without GetId`() async throws {
        let world = try await World()
        try await world.allowDeveloperIdentities()
        let (id, token) = try await world.developerToken(of: "ada")
        let app = try world.app(.identityPoolOnly)
        let result = try await app.plugin.federateToIdentityPool(
            withProviderToken: token,
            for: Self.provider,
            options: .init(developerProvidedIdentityID: id)
        )
        #expect(result.identityId == id)
        #expect(app.network.operations == ["GetCredentialsForIdentity"])

        // Such a token is valid for 15 minutes, the credentials for an hour.
        world.gatehouse.clock.advance(by: 901)
        #expect(try await app.session().isSignedIn)
        let forced = try await app.session(force: true)
        #expect(!forced.isSignedIn && forced.identityIdResult.error == .anyNotAuthorized)
        let next = try await world.developerToken(of: "ada")
        #expect(next.identityID == id)
        _ = try await app.plugin.federateToIdentityPool(
            withProviderToken: next.token,
            for: Self.provider,
            options: .init(developerProvidedIdentityID: id)
        )
        #expect(try await app.session(force: true).identityIdResult.value == id)
    }

    @Test func `a token of the app's back end is refused without its identity, and for another one`() async throws {
        let world = try await World()
        try await world.allowDeveloperIdentities()
        let (_, token) = try await world.developerToken(of: "ada")
        let (other, _) = try await world.developerToken(of: "grace")
        for options in [nil, AuthFederateToIdentityPoolRequest.Options(developerProvidedIdentityID: other)] {
            let app = try world.app(.identityPoolOnly)
            let refused = await failure {
                _ = try await app.plugin.federateToIdentityPool(
                    withProviderToken: token,
                    for: Self.provider,
                    options: options
                )
            }
            #expect(refused == .anyNotAuthorized)
        }
    }
}
