// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

/// The flow of a sign-in, and the metadata of its requests.
@Suite struct SignInFlowTests {
    @Test func `a user without an SRP verifier signs in with the password flow`() async throws {
        let world = try await World()
        try await world.allow(onlySRP: false)
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        let srp = await failure { _ = try await Self.signIn(app, nil) }
        #expect(srp?.cause == .invalidParameter)
        #expect(try await Self.signIn(app, .userPassword).isSignedIn)
        world.gatehouse.clock.advance(by: 3600)
        #expect(try await app.session().userPoolTokensResult.value != nil)
        _ = try await app.signOut()
        // From now on the user has a verifier, and the password is not sent any more.
        try await world.allow(onlySRP: true)
        #expect(await failure { _ = try await Self.signIn(app, .userPassword) }?.cause == .invalidParameter)
        #expect(try await Self.signIn(app, .userSRP).isSignedIn)
    }

    @Test(arguments: [
        (false, nil, "USER_SRP_AUTH"), (true, nil, "USER_PASSWORD_AUTH"),
        (false, AuthFlowType.userPassword, "USER_PASSWORD_AUTH"), (true, .userSRP, "USER_SRP_AUTH"),
    ])
    func `the call's flow wins over the configured one, migration included`(
        migrates: Bool,
        flow: AuthFlowType?,
        name: String
    ) async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = TestApp(network: TestNetwork(world.gatehouse.transport), clock: .following(world.gatehouse.clock))
        try app.plugin.configure(
            using: world.configuration(.userPoolOnly, userPool: ["MigrationEnabled": .boolean(migrates)]))
        #expect(try await Self.signIn(app, flow).isSignedIn)
        #expect(app.network.inputs.first?["AuthFlow"] == .string(name))
        let showsPassword = app.network.inputs.first?["AuthParameters"]?["PASSWORD"] != nil
        #expect(showsPassword == (name == "USER_PASSWORD_AUTH"))
    }

    @available(*, deprecated)
    @Test func `metadata goes with every request of a sign-in, the former name's values first`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app(.userPoolOnly)
        let extra = AWSAuthSignInOptions(validationData: ["a": "1"], metadata: ["a": "2", "b": "3"])
        _ = try await app.plugin.signIn(
            username: "ada",
            password: World.password,
            options: AuthSignInRequest.Options(pluginOptions: extra)
        )
        #expect(app.network.operations == ["InitiateAuth", "RespondToAuthChallenge"])
        #expect(app.network.inputs.map { $0["ClientMetadata"] } == [["a": "1", "b": "3"], ["a": "1", "b": "3"]])
    }

    @Test func `without metadata a sign-in sends an empty set, a sign-up none`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: "Temporary-1")
        let app = try world.app(.userPoolOnly)
        let extra = AWSAuthSignInOptions(metadata: ["a": "1"])
        _ = try await app.plugin.signIn(
            username: "ada",
            password: "Temporary-1",
            options: AuthSignInRequest.Options(pluginOptions: extra)
        )
        app.network.forget()
        // The sign-in's metadata is not sent again with its confirmation.
        _ = try await app.plugin.confirmSignIn(challengeResponse: World.password)
        #expect(app.network.inputs.first?["ClientMetadata"] == [:])
        _ = await failure { _ = try await app.plugin.signUp(username: "grace", password: World.password) }
        #expect(app.network.inputs.last?["ClientMetadata"] == nil)
        #expect(app.network.inputs.last?["ValidationData"] == nil)
    }

    @Test func `validation data and metadata go with a sign-up`() async throws {
        let world = try await World()
        let app = try world.app(.userPoolOnly)
        let extra = AWSAuthSignUpOptions(validationData: ["v": "1"], metadata: ["m": "2"])
        _ = try await app.plugin.signUp(
            username: "ada",
            password: World.password,
            options: AuthSignUpRequest.Options(
                userAttributes: [AuthUserAttribute(.email, value: "ada@example.com")],
                pluginOptions: extra
            )
        )
        #expect(app.network.inputs.last?["ValidationData"] == [["Name": "v", "Value": "1"]])
        #expect(app.network.inputs.last?["ClientMetadata"] == ["m": "2"])
        let confirmation = AWSAuthConfirmSignUpOptions(metadata: ["m": "3"], forceAliasCreation: true)
        _ = await failure {
            _ = try await app.plugin.confirmSignUp(
                for: "ada",
                confirmationCode: "000000",
                options: AuthConfirmSignUpRequest.Options(pluginOptions: confirmation)
            )
        }
        #expect(app.network.inputs.last?["ClientMetadata"] == ["m": "3"])
        #expect(app.network.inputs.last?["ForceAliasCreation"] == true)
    }

    @Test(arguments: [("", false), ("pinpoint-app", true)])
    func `an app with a Pinpoint id names its endpoint`(id: String, isCounted: Bool) async throws {
        let world = try await World()
        let app = TestApp(network: TestNetwork(world.gatehouse.transport), clock: .following(world.gatehouse.clock))
        try app.plugin.configure(using: world.configuration(.userPoolOnly, userPool: ["PinpointAppId": .string(id)]))
        _ = await failure { _ = try await app.plugin.resetPassword(for: "ada") }
        #expect((app.network.inputs.last?["AnalyticsMetadata"]?["AnalyticsEndpointId"] != nil) == isCounted)
        #expect(app.network.inputs.last?["UserContextData"]?["EncodedData"] != nil)
    }

    @Test(arguments: [0, 1, 4] as [UInt32])
    func `the configured retry count and timeout apply to requests`(retries: UInt32) async throws {
        let world = try await World()
        let preferences = AWSCognitoNetworkPreferences(maxRetryCount: retries, timeoutIntervalForRequest: 5)
        let app = TestApp(
            network: TestNetwork(nil),
            clock: .following(world.gatehouse.clock),
            preferences: preferences
        )
        try app.plugin.configure(using: world.configuration(.userPoolOnly))
        let refused = await failure { _ = try await app.plugin.resetPassword(for: "ada") }
        #expect(refused?.cause == .network)
        #expect(app.network.operations.count == Int(retries) + 1)
        #expect(app.network.connectTimeouts.allSatisfy { $0 == .seconds(5) })
    }

    private static func signIn(_ app: TestApp, _ flow: AuthFlowType?) async throws -> AuthSignInResult {
        try await app.plugin.signIn(
            username: "ada",
            password: World.password,
            options: AuthSignInRequest.Options(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        )
    }
}
