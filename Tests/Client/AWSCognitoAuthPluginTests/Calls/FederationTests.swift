// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

/// Federation with the identity pool alone, by ID tokens of the user pool.
@Suite struct FederationTests {
    @Test(arguments: [World.Pools.both, .identityPoolOnly])
    func `a provider's token buys an identity and credentials, which a restart keeps`(
        pools: World.Pools
    ) async throws {
        let world = try await World()
        let token = try await world.idToken()
        let store = InMemoryCredentialStore()
        let app = try world.app(pools, store: store)
        let result = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        #expect(app.network.operations == ["GetId", "GetCredentialsForIdentity"])
        for input in app.network.inputs {
            #expect(input["Logins"]?.objectValue?.values.compactMap(\.stringValue) == [token])
        }
        #expect(app.events.names == ["Auth.federatedToIdentityPool"])
        for app in [app, try world.app(pools, store: store)] {
            app.network.forget()
            let session = try await app.session()
            #expect(session.isSignedIn)
            #expect(session.identityIdResult.value == result.identityId)
            #expect(session.awsCredentialsResult.value?.accessKeyId == result.credentials.accessKeyId)
            #expect(session.userPoolTokensResult.error == .anyInvalidState)
            #expect(session.userSubResult.error == .anyInvalidState)
            let refused = await failure { _ = try await app.plugin.getCurrentUser() }
            #expect(refused == (pools == .both ? .anyInvalidState : .anyConfiguration))
            #expect(app.network.operations.isEmpty)
        }
    }

    @Test(arguments: [
        (AuthProvider.amazon, "www.amazon.com"), (.apple, "appleid.apple.com"), (.facebook, "graph.facebook.com"),
        (.google, "accounts.google.com"), (.twitter, "api.twitter.com"),
        (.oidc("login.example.com"), "login.example.com"),
        (.saml("arn:aws:iam::1:saml-provider/a"), "arn:aws:iam::1:saml-provider/a"), (.custom("mine"), "mine"),
    ])
    func `each provider has its key in the logins`(provider: AuthProvider, key: String) async throws {
        let app = try await World().app()
        app.network.answer(.refusal("NotAuthorizedException"), to: "GetId")
        let refused = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: "token", for: provider)
        }
        #expect(refused == .anyNotAuthorized)
        #expect(app.network.operations == ["GetId"])
        let logins = try #require(app.network.inputs.first?["Logins"]?.objectValue)
        #expect(logins == [WireName(key): "token"])
    }

    @Test func `an identity id of the app's choice is used without GetId`() async throws {
        let world = try await World()
        let token = try await world.idToken()
        let id = try await world.federatedApp().session().identityIdResult.get()
        let app = try world.app()
        let result = try await app.plugin.federateToIdentityPool(
            withProviderToken: token,
            for: world.provider,
            options: .init(developerProvidedIdentityID: id)
        )
        #expect(result.identityId == id)
        #expect(app.network.operations == ["GetCredentialsForIdentity"])
        #expect(app.network.inputs.first?["IdentityId"]?.stringValue == id)
    }

    @Test func `another federation takes the place of the former one, and a failed one leaves it`() async throws {
        let world = try await World()
        let app = try await world.federatedApp()
        let former = try await app.session().identityIdResult.get()
        let token = try await world.idToken(of: "kim")
        app.network.fail(.unreachable)
        let refused = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        }
        #expect(refused?.cause == .network)
        app.network.fail(nil)
        #expect(try await app.session().identityIdResult.get() == former)
        let next = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        #expect(next.identityId != former)
        #expect(try await app.session().identityIdResult.get() == next.identityId)
    }

    @Test func `credentials are renewed with the stored token and identity, until the token expires`() async throws {
        let world = try await World()
        let app = try await world.federatedApp()
        let former = try await app.session()
        world.gatehouse.clock.advance(by: 3500)
        let renewed = try await app.session()
        #expect(app.network.operations == ["GetCredentialsForIdentity"])
        #expect(renewed.identityIdResult.value == former.identityIdResult.value)
        #expect(renewed.awsCredentialsResult.value?.accessKeyId != former.awsCredentialsResult.value?.accessKeyId)

        world.gatehouse.clock.advance(by: 200)
        app.network.forget()
        #expect(try await app.session() == renewed)
        let forced = try await app.session(force: true)
        #expect(app.network.operations == ["GetCredentialsForIdentity"])
        #expect(!forced.isSignedIn)
        #expect(forced.identityIdResult.error == .anyNotAuthorized)
        #expect(forced.awsCredentialsResult.error == .anyNotAuthorized)
        #expect(forced.userPoolTokensResult.error == .anyNotAuthorized)
        #expect(forced.userSubResult.error == .anyNotAuthorized)

        let token = try await world.idToken()
        let next = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        #expect(next.identityId == former.identityIdResult.value)
        #expect(try await app.session().isSignedIn)
    }

    @Test func `clearing removes the session from this device alone`() async throws {
        let world = try await World()
        let app = try await world.federatedApp()
        let id = try await app.session().identityIdResult.get()
        try await app.plugin.clearFederationToIdentityPool()
        #expect(app.network.operations.isEmpty)
        #expect(app.events.names.last == "Auth.federationToIdentityPoolCleared")
        let session = try await app.session()
        #expect(!session.isSignedIn)
        #expect(session.identityIdResult.value != id)
        #expect(session.userPoolTokensResult.error == .anySignedOut)
        #expect(try await world.federatedApp().session().identityIdResult.get() == id)
    }

    @Test(arguments: [World.Pools.both, .identityPoolOnly])
    func `a federation of an earlier run is cleared, also without a user pool`(pools: World.Pools) async throws {
        let world = try await World()
        let token = try await world.idToken()
        let store = InMemoryCredentialStore()
        _ = try await world.app(pools, store: store).plugin.federateToIdentityPool(
            withProviderToken: token,
            for: world.provider
        )
        let app = try world.app(pools, store: store)
        try await app.plugin.clearFederationToIdentityPool()
        #expect(app.network.operations.isEmpty)
        for app in [app, try world.app(pools, store: store)] { #expect(try await !app.session().isSignedIn) }
    }

    @Test func `after a failed federation a sign-in waits until the failure is cleared`() async throws {
        let world = try await World()
        let app = try world.app()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let refused = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: "token", for: world.provider)
        }
        #expect(refused == .anyNotAuthorized)
        let signIn = { @Sendable () async throws in
            _ = try await app.plugin.signIn(username: "ada", password: World.password)
        }
        #expect(await failure(signIn) == .anyInvalidState)
        #expect(await failure { try await app.plugin.clearFederationToIdentityPool() } == .anyService)
        #expect(await failure { try await app.plugin.clearFederationToIdentityPool() } == .anyInvalidState)
        #expect(await failure(signIn) == nil)
    }

    @Test func `after a failed federation a sign-out allows a sign-in as well`() async throws {
        let world = try await World()
        let app = try world.app()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        _ = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: "token", for: world.provider)
        }
        #expect(try await app.signOut().signedOutLocally)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }

    @Test func `events carry the results of the calls, and none says that a user signed in`() async throws {
        let world = try await World()
        let token = try await world.idToken()
        let app = try world.app()
        let result = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        try await app.plugin.clearFederationToIdentityPool()
        _ = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: "token", for: world.provider)
        }
        #expect(
            app.events.names == [
                "Auth.federatedToIdentityPool", "Auth.federationToIdentityPoolCleared", "Auth.federatedToIdentityPool",
            ]
        )
        let failed = app.events.data(of: HubPayload.EventName.Auth.federateToIdentityPoolAPI)
        #expect((failed as? Result<FederateToIdentityPoolResult, AuthError>)?.error == .anyNotAuthorized)
        let cleared = app.events.data(of: HubPayload.EventName.Auth.clearedFederationToIdentityPoolAPI)
        #expect((cleared as? Result<Void, AuthError>)?.error == nil && cleared is Result<Void, AuthError>)
        app.events.clear()
        _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        let done = app.events.data(of: HubPayload.EventName.Auth.federateToIdentityPoolAPI)
        #expect((done as? Result<FederateToIdentityPoolResult, AuthError>)?.value?.identityId == result.identityId)
    }
}
