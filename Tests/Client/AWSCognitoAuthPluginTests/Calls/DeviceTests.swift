// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Devices on the real server.
@Suite(.hangLimit) struct DeviceTests {
    private static func signIn(
        _ app: TestApp,
        _ name: String = "ada",
        _ flow: AuthFlowType = .userSRP
    ) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(authFlowType: flow)
        return try await app.plugin.signIn(
            username: name,
            password: World.password,
            options: AuthSignInRequest.Options(pluginOptions: extra)
        ).nextStep
    }

    private static func expectCode(_ step: AuthSignInStep) {
        guard case .confirmSignInWithSMSMFACode = step else {
            Issue.record("\(step)")
            return
        }
    }

    private static func answer(_ app: TestApp, _ world: World) async throws {
        #expect(try await app.plugin.confirmSignIn(challengeResponse: world.code(to: World.phone)).isSignedIn)
    }

    @Test func `a device that is remembered stands in for the second factor`() async throws {
        let world = try await World.withDevices(secondFactor: true)
        let app = try world.app(.userPoolOnly)
        Self.expectCode(try await Self.signIn(app))
        try await Self.answer(app, world)
        let devices = try await app.plugin.fetchDevices()
        #expect(devices.count == 1 && devices.first?.name.isEmpty == false)
        #expect((devices.first as? AWSAuthDevice)?.createdDate == world.gatehouse.clock.now)
        world.gatehouse.clock.advance(by: 3600)
        #expect(try await app.session().userPoolTokensResult.value != nil)
        _ = try await app.signOut()
        app.network.forget()
        #expect(try await Self.signIn(app) == .done)
        let challenges = app.network.inputs.compactMap { $0["ChallengeName"]?.stringValue }
        #expect(challenges == ["PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"])
        // Another installation is another device.
        Self.expectCode(try await Self.signIn(try world.app(.userPoolOnly)))
    }

    @Test func `a device is remembered from the user's opt-in on`() async throws {
        let world = try await World.withDevices(onlyOnPrompt: true, secondFactor: true)
        let app = try world.app(.userPoolOnly)
        Self.expectCode(try await Self.signIn(app))
        try await Self.answer(app, world)
        _ = try await app.signOut()
        Self.expectCode(try await Self.signIn(app))
        try await Self.answer(app, world)
        try await app.plugin.rememberDevice()
        _ = try await app.signOut()
        #expect(try await Self.signIn(app) == .done)
    }

    @Test func `a forgotten device needs the second factor again and can be remembered again`() async throws {
        let world = try await World.withDevices(secondFactor: true)
        let app = try world.app(.userPoolOnly)
        _ = try await Self.signIn(app)
        try await Self.answer(app, world)
        try await app.plugin.forgetDevice()
        #expect(try await app.plugin.fetchDevices().isEmpty)
        _ = try await app.signOut()
        Self.expectCode(try await Self.signIn(app))
        try await Self.answer(app, world)
        #expect(try await app.plugin.fetchDevices().count == 1)
        _ = try await app.signOut()
        #expect(try await Self.signIn(app) == .done)
    }

    private static let flows: [AuthFlowType] = [
        .userSRP, .userPassword, .userAuth(preferredFirstFactor: .password),
        .userAuth(preferredFirstFactor: .passwordSRP),
    ]

    @Test(arguments: flows, ["ada", World.email, World.phone])
    func `a device that the service lost costs no step, in any flow and under any name`(
        flow: AuthFlowType,
        name: String
    ) async throws {
        let world = try await World.withDevices()
        let app = try world.app(.userPoolOnly)
        #expect(try await Self.signIn(app, name, flow) == .done)
        let first = try #require(try await app.plugin.fetchDevices().first?.id)
        _ = try await app.signOut()
        #expect(try await Self.signIn(app, name, flow) == .done)
        #expect(try await app.plugin.fetchDevices().map(\.id) == [first])
        _ = try await app.signOut()
        try await world.forgetDevice(first)
        #expect(try await Self.signIn(app, name, flow) == .done)
        let second = try await app.plugin.fetchDevices().map(\.id)
        #expect(second.count == 1 && second != [first])
        world.gatehouse.clock.advance(by: 3600)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }
}
