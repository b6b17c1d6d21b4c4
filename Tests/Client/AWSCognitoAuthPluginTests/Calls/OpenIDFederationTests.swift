// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

/// Federation by ID tokens of a provider that the account registers, which the server verifies.
@Suite struct OpenIDFederationTests {
    /// A world whose identity pool accepts the tokens of a provider for one app.
    private struct Town {
        let provider: TestOpenIDProvider
        let world: World
        let login: AuthProvider

        init(isProviderUp: Bool = true) async throws {
            let provider = try TestOpenIDProvider("https://login.example.com/tenant")
            let world = try await World(on: isProviderUp ? TestGatehouse(fetch: provider) : TestGatehouse())
            login = .oidc(
                try await world.gatehouse.register(provider, clients: ["app"], forIdentityPool: world.identityPool))
            self.provider = provider
            self.world = world
        }

        var now: Int64 { Int64(world.gatehouse.clock.now.timeIntervalSince1970) }

        func token(
            as person: String = "ada", claims: [String: WireValue?] = [:], signedBy forger: RSASigningKey? = nil
        ) throws -> String {
            try provider.token(
                for: "app", as: person, at: world.gatehouse.clock.now, claims: claims, signedBy: forger)
        }
    }

    @Test func `an ID token buys one identity on every device, which a restart keeps`() async throws {
        let town = try await Town()
        let token = try town.token()
        let store = InMemoryCredentialStore()
        let app = try town.world.app(.identityPoolOnly, store: store)
        let result = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: town.login)
        #expect(app.network.operations == ["GetId", "GetCredentialsForIdentity"])
        for input in app.network.inputs {
            #expect(input["Logins"]?.objectValue == ["login.example.com/tenant": .string(token)])
        }
        for app in [app, try town.world.app(.identityPoolOnly, store: store)] {
            app.network.forget()
            let session = try await app.session()
            #expect(session.isSignedIn && session.identityIdResult.value == result.identityId)
            #expect(session.awsCredentialsResult.value?.accessKeyId == result.credentials.accessKeyId)
            #expect(app.network.operations.isEmpty)
        }
        for (person, isSame) in [("ada", true), ("grace", false)] {
            let other = try await town.world.app().plugin.federateToIdentityPool(
                withProviderToken: town.token(as: person), for: town.login)
            #expect((other.identityId == result.identityId) == isSame)
        }
    }

    @Test func `the server knows the credentials as the provider's user`() async throws {
        let town = try await Town()
        let result = try await town.world.app().plugin.federateToIdentityPool(
            withProviderToken: town.token(), for: town.login)
        let session = try await town.world.roleSession(of: result.credentials)
        #expect(session.identityID == result.identityId)
        #expect(session.identityPoolID == town.world.identityPool)
        #expect(session.roleARN.hasSuffix(":role/test-authenticated"))
        #expect(session.authenticationMethods.last == "login.example.com/tenant:OIDC:ada")
    }

    @Test func `a token that the server refuses is not authorized, and leaves no session`() async throws {
        let town = try await Town()
        let stranger = try RSASigningKey.generate()
        let tokens = [
            "of another issuer": try town.token(claims: ["iss": "https://login.example.org"]),
            "for another app": try town.token(claims: ["aud": "another-app"]),
            "expired": try town.token(claims: ["exp": .integer(town.now - 301)]),
            "not yet valid": try town.token(claims: ["nbf": .integer(town.now + 301)]),
            "for access": try town.token(claims: ["token_use": "access"]),
            "of no person": try town.token(claims: ["sub": nil]),
            "signed by another key": try town.token(signedBy: stranger),
            "no token at all": "token",
        ]
        for (flaw, token) in tokens {
            let app = try town.world.app(.identityPoolOnly)
            let refused = await failure {
                _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: town.login)
            }
            #expect(refused == .anyNotAuthorized && refused?.cause == nil, "\(flaw)")
            #expect(app.network.operations == ["GetId"], "\(flaw)")
            #expect(try await !app.session().isSignedIn, "\(flaw)")
        }
    }

    @Test func `a good token under the name of another provider is not authorized`() async throws {
        let town = try await Town()
        for name in ["login.example.org", "login.example.com", "https://login.example.com/tenant"] {
            let refused = await failure {
                _ = try await town.world.app().plugin.federateToIdentityPool(
                    withProviderToken: town.token(), for: .oidc(name))
            }
            #expect(refused == .anyNotAuthorized, "\(name)")
        }
    }

    @Test func `a provider that does not answer is the failure of an external service`() async throws {
        let town = try await Town(isProviderUp: false)
        let app = try town.world.app(.identityPoolOnly)
        let failed = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: town.token(), for: town.login)
        }
        #expect(failed == .anyService && failed?.cause == .externalServiceException)
        #expect(try await !app.session().isSignedIn)
    }

    @Test func `credentials are renewed with the stored token until it expires, and then with a new one`()
        async throws
    {
        let town = try await Town()
        let token = try town.token(claims: ["exp": .integer(town.now + 7_200)])
        let app = try town.world.app(.identityPoolOnly)
        let first = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: town.login)
        try await town.world.expectRenewals(of: app, withToken: token)
        let next = try await app.plugin.federateToIdentityPool(withProviderToken: town.token(), for: town.login)
        #expect(next.identityId == first.identityId)
        #expect(try await app.session().isSignedIn)
    }
}
