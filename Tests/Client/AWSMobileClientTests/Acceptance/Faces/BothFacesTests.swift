// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSMobileClient
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The mobile client and Amplify's plugin over one store, in one process.
@Suite(.hangLimit) struct BothFacesTests {
    private static func phone(_ world: MobileWorld, _ pools: MobileWorld.Pools = .userPoolOnly) -> Phone {
        world.phone(pools, isStoreShared: true)
    }

    @Test func `a sign-in with the mobile client signs the plugin in with the same tokens`() async throws {
        let world = try await MobileWorld.withAda()
        let phone = Self.phone(world)
        let other = try OtherFace(world, on: phone)
        #expect(try await other.accessToken() == nil)
        let app = try await phone.signedIn()
        #expect(try await other.plugin.getCurrentUser().username == "ada")
        let tokens = try await app.tokens().value()
        #expect(try await other.accessToken() == tokens.accessToken?.tokenString)
        #expect(try await other.plugin.fetchUserAttributes().contains { $0.value == MobileWorld.email })
        app.client.signOut()
        #expect(try await !other.session().isSignedIn)
    }

    @Test func `a sign-in with the plugin signs the mobile client in with the same tokens`() async throws {
        let world = try await MobileWorld.withAda()
        let phone = Self.phone(world)
        let other = try OtherFace(world, on: phone)
        try await other.signIn()
        let app = phone.app()
        #expect(try await app.initialize().value() == .signedIn)
        #expect(app.client.username == "ada" && app.network.count("InitiateAuth") == 1)
        #expect(try await app.tokens().value().accessToken?.tokenString == (try await other.accessToken()))
        #expect(try await app.attributes().value()["email"] == MobileWorld.email)
        try await app.signOut(SignOutOptions(signOutGlobally: true)).value()
        #expect(try await !other.session().isSignedIn)
        try await other.signIn()
        #expect(app.client.isSignedIn)
        _ = await other.plugin.signOut()
        #expect(!app.client.isSignedIn)
    }

    @Test func `after a sign-out of the plugin the mobile client says so, and signs in`() async throws {
        let world = try await MobileWorld.withAda()
        let phone = Self.phone(world, .both)
        let other = try OtherFace(world, on: phone, .both)
        let app = try await phone.signedIn()
        _ = try await other.accessToken()
        _ = await other.plugin.signOut()
        await app.expect([app.tokens()], fail: .notSignedIn)
        await app.log.heard(.signedOut)
        #expect(app.state == .signedOut)
        #expect(try await app.signIn().value().signInState == .signedIn)
        #expect(app.log.states == [.signedOut, .signedIn])
    }

    @Test(arguments: [true, false])
    func `refreshes of both at the same time with rotation send one request for each expiry`(
        isStoreShared: Bool
    ) async throws {
        let world = try await MobileWorld.withAda(rotatesRefreshTokens: true)
        let phone = world.phone(isStoreShared: isStoreShared)
        let app = try await phone.signedIn()
        let other = try OtherFace(world, on: phone, isStoreShared: isStoreShared)
        _ = try await other.accessToken()
        for _ in 1...5 {
            world.gatehouse.clock.advance(by: 3_600)
            app.forget()
            async let theirs = Self.accessTokens(of: other)
            let answers = (0..<20).map { _ in app.tokens() }
            var tokens: Set<String?> = []
            for answer in answers { tokens.insert(try await answer.value().accessToken?.tokenString) }
            try await tokens.formUnion(theirs)
            #expect(tokens.count == 1 && !tokens.contains(nil))
            #expect(app.network.operations.count == 1)
            #expect(app.state == .signedIn && app.log.changes.isEmpty)
        }
    }

    private static func accessTokens(of other: OtherFace) async throws -> Set<String?> {
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try await other.accessToken() } }
            return try await group.reduce(into: []) { $0.insert($1) }
        }
    }

    @Test func `a guest of one is a guest of the other`() async throws {
        let world = try await MobileWorld()
        let phone = Self.phone(world, .both)
        let app = try await phone.started()
        let credentials = try await app.credentials().value()
        let other = try OtherFace(world, on: phone, .both)
        let session = try await other.session()
        #expect(!session.isSignedIn && session.identityIdResult.value == app.client.identityId)
        #expect(session.awsCredentialsResult.value?.accessKeyId == credentials.accessKey)
        #expect(try await phone.app().initialize().value() == .guest)
    }

    @Test func `a hosted session of one is a hosted session of the other`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let phone = world.phone(in: browser, isStoreShared: true)
        let app = try await phone.started()
        _ = try await app.showSignIn().value()
        let tokens = try await app.tokens().value()
        let credentials = try await app.credentials().value()
        let other = try OtherFace(world, on: phone, .both, in: browser)
        let session = try await other.session()
        #expect(session.isSignedIn)
        #expect(session.userPoolTokensResult.value?.accessToken == tokens.accessToken?.tokenString)
        #expect(session.awsCredentialsResult.value?.accessKeyId == credentials.accessKey)
        world.gatehouse.clock.advance(by: 3_600)
        let renewed = try await other.accessToken()
        #expect(renewed != nil && renewed != tokens.accessToken?.tokenString)
        #expect(try await app.tokens().value().accessToken?.tokenString == renewed)
    }

    @Test func `both know the device of a user`() async throws {
        let world = try await MobileWorld.withDevices(onlyOnPrompt: false)
        let phone = Self.phone(world)
        let app = try await phone.signedIn()
        let device: Device = try await app.call { $0.deviceOperations.get($1) }.value()
        let other = try OtherFace(world, on: phone)
        #expect(try await other.plugin.fetchDevices().map(\.id) == [device.deviceKey])
        app.client.signOut()
        try await other.signIn()
        #expect(try await other.plugin.fetchDevices().map(\.id) == [device.deviceKey])
        let next: Device = try await phone.started().call { $0.deviceOperations.get($1) }.value()
        #expect(next.deviceKey == device.deviceKey)
    }

    @Test func `a federated session of the mobile client is one of the plugin`() async throws {
        let federated = try await FederatedWorld()
        let phone = Self.phone(federated.world, .both)
        let app = try await phone.started()
        _ = try await app.federatedSignIn(federated.name, federated.token()).value()
        let credentials = try await app.credentials().value()
        let other = try OtherFace(federated.world, on: phone, .both)
        let session = try await other.session()
        #expect(session.isSignedIn && session.identityIdResult.value == app.client.identityId)
        #expect(session.awsCredentialsResult.value?.accessKeyId == credentials.accessKey)
        #expect(session.userPoolTokensResult.value == nil)
        try await other.plugin.clearFederationToIdentityPool()
        #expect(!app.client.isSignedIn)
    }

    @Test func `a session without credentials yet gets them from the plugin`() async throws {
        let federated = try await FederatedWorld()
        let phone = Self.phone(federated.world, .both)
        let app = try await phone.started()
        app.network.fail(.unreachable)
        _ = try await app.federatedSignIn(federated.name, federated.token()).value()
        app.network.fail(nil)
        let session = try await OtherFace(federated.world, on: phone, .both).session()
        #expect(session.isSignedIn)
        let credentials = try #require(session.awsCredentialsResult.value)
        #expect(try await app.credentials().value().accessKey == credentials.accessKeyId)
        #expect(app.client.identityId == session.identityIdResult.value)
    }

    @Test func `a session of another provider's pages shows credentials to the plugin`() async throws {
        let town = try await Auth0World()
        let phone = town.phone(.both, isStoreShared: true)
        let app = try await phone.started()
        _ = try await app.showSignIn(
            HostedUIOptions(scopes: ["openid", "offline_access"], federationProviderName: TestAuth0.host)
        ).value()
        let credentials = try await app.credentials().value()
        let session = try await OtherFace(town.world, on: phone, .both).session()
        #expect(session.isSignedIn && session.userPoolTokensResult.value == nil)
        #expect(session.awsCredentialsResult.value?.accessKeyId == credentials.accessKey)
        #expect(session.identityIdResult.value == app.client.identityId)
    }
}
