// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTesting
import Testing

@testable import AWSCognitoAuthPlugin

/// The plugin behind `Amplify.Auth`, as apps use it.
@Suite(.ownsAmplify) struct AmplifyTests {
    @Test func `an app configured from a file signs in and receives the event`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let outputs = world.gatehouse.amplifyOutputs(
            userPool: world.pool,
            client: world.client,
            identityPool: world.identityPool
        )
        try Amplify.add(plugin: world.gatehouse.plugin())
        try Amplify.configure(with: .data(outputs))
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let token = Amplify.Hub.listen(to: .auth) { continuation.yield($0.eventName) }
        _ = try await Amplify.Auth.signIn(username: "ada", password: World.password)
        #expect(try await Amplify.Auth.getCurrentUser().username == "ada")
        let session = try await Amplify.Auth.fetchAuthSession()
        #expect((session as? AWSAuthCognitoSession)?.awsCredentialsResult.value != nil)
        #expect(await events.first { $0 == HubPayload.EventName.Auth.signedIn } != nil)
        Amplify.Hub.removeListener(token)
    }

    @Test func `a listener that comes after a call receives the event of the next one`() async throws {
        let world = try await World()
        let outputs = world.gatehouse.amplifyOutputs(
            userPool: world.pool, client: world.client, identityPool: world.identityPool)
        try Amplify.add(plugin: world.gatehouse.plugin())
        try Amplify.configure(with: .data(outputs))
        _ = try await Amplify.Auth.fetchAuthSession()
        let (events, continuation) = AsyncStream.makeStream(of: HubPayload.self)
        let token = Amplify.Hub.listen(to: .auth) { continuation.yield($0) }
        _ = try await Amplify.Auth.fetchAuthSession()
        let event = await events.first { _ in true }
        #expect(event?.eventName == HubPayload.EventName.Auth.fetchSessionAPI)
        let result = event?.data as? Result<any AuthSession, AuthError>
        #expect((result?.value as? AWSAuthCognitoSession)?.awsCredentialsResult.value != nil)
        Amplify.Hub.removeListener(token)
    }

    @Test func `the first session of the README runs twice, as its program does`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let outputs = world.gatehouse.amplifyOutputs(
            userPool: world.pool, client: world.client, identityPool: world.identityPool)
        var signIns = 0
        for _ in 1...2 {
            await Amplify.reset()
            try Amplify.add(plugin: world.gatehouse.plugin())
            try Amplify.configure(with: .data(outputs))
            if try await !Amplify.Auth.fetchAuthSession().isSignedIn {
                _ = try await Amplify.Auth.signIn(username: "ada", password: World.password)
                signIns += 1
            }
            let session = try await Amplify.Auth.fetchAuthSession()
            let provider = try #require(session as? any AuthAWSCredentialsProvider)
            #expect(try !provider.getAWSCredentials().get().accessKeyId.isEmpty)
        }
        #expect(signIns == 1)
    }

    @Test func `a plugin has the passkeys of the system unless the app names others`() {
        for plugin in [AWSCognitoAuthPlugin(), AWSCognitoAuthPlugin(networkPreferences: nil)] {
            guard case .platform = plugin.passkeys else {
                Issue.record("The passkeys are \(plugin.passkeys).")
                return
            }
        }
        guard case .none = AWSCognitoAuthPlugin(passkeys: .none).passkeys else {
            Issue.record("Passkeys cannot be switched off.")
            return
        }
    }

    @Test func `a generation 1 file without a block for the plugin is refused`() async throws {
        let world = try await World()
        try Amplify.add(plugin: world.gatehouse.plugin())
        #expect(throws: PluginError.self) { try Amplify.configure(AmplifyConfiguration()) }
        let auth = AuthCategoryConfiguration(plugins: ["awsCognitoAuthPlugin": world.configuration(.both)])
        try Amplify.configure(AmplifyConfiguration(auth: auth))
        #expect(try await !Amplify.Auth.fetchAuthSession().isSignedIn)
        let plugin = try Amplify.Auth.getPlugin(for: "awsCognitoAuthPlugin") as? AWSCognitoAuthPlugin
        #expect(plugin?.jsonConfiguration == world.configuration(.both))
    }
}

@Suite struct VersionTests {
    @Test func `the plugin says which version it is`() {
        let plugin: any AmplifyVersionable = AWSCognitoAuthPlugin()
        #expect(!plugin.version.isEmpty)
    }
}
