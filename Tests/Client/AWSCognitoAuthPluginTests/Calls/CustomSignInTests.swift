// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Sign-ins whose challenges the pool's functions make, on the real server with programs as functions.
@Suite(.hangLimit) struct CustomSignInTests {
    private static func signIn(
        _ app: TestApp, _ flow: AuthFlowType, password: String? = World.password, name: String = "ada"
    ) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(metadata: ["k": "first"], authFlowType: flow)
        let options = AuthSignInRequest.Options(pluginOptions: extra)
        return try await app.plugin.signIn(username: name, password: password, options: options).nextStep
    }

    private static func answer(_ app: TestApp, _ word: String) async throws -> AuthSignInStep {
        let extra = AWSAuthConfirmSignInOptions(metadata: ["k": "answer"])
        let options = AuthConfirmSignInRequest.Options(pluginOptions: extra)
        return try await app.plugin.confirmSignIn(challengeResponse: word, options: options).nextStep
    }

    private static func expectRiddle(_ step: AuthSignInStep) {
        guard case .confirmSignInWithCustomChallenge(let info) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(info?["hint"] == "a bird" && info?["word"] == nil)
    }

    @Test(arguments: [AuthFlowType.customWithoutSRP, .customWithSRP])
    func `the right word signs in, a wrong one leads to another try`(flow: AuthFlowType) async throws {
        let functions = try PoolFunctions()
        let world = try await World.with(functions)
        let app = try world.app(.userPoolOnly)
        Self.expectRiddle(try await Self.signIn(app, flow, password: flow == .customWithSRP ? World.password : nil))
        Self.expectRiddle(try await Self.answer(app, "crow"))
        #expect(try await Self.answer(app, "owl") == .done)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        let challenges = [
            "CreateAuthChallenge", "VerifyAuthChallengeResponse", "DefineAuthChallenge", "CreateAuthChallenge",
            "VerifyAuthChallengeResponse", "DefineAuthChallenge", "PostAuthentication",
        ]
        let names = try functions.names()
        #expect(names.suffix(challenges.count) == challenges[...])
        #expect(names.filter { $0 == "DefineAuthChallenge" }.count == (flow == .customWithSRP ? 4 : 3))
        // A sign-in's metadata reaches the first trigger, and an answer's metadata the triggers that verify it.
        #expect(try functions.request("PreAuthentication_Authentication")?["validationData"] == ["k": "first"])
        #expect(
            try functions.request("VerifyAuthChallengeResponse_Authentication")?["clientMetadata"] == ["k": "answer"])
        world.gatehouse.clock.advance(by: 3600)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test func `with SRP first a wrong password does not get as far as the challenge`() async throws {
        let functions = try PoolFunctions()
        let app = try await World.with(functions).app(.userPoolOnly)
        let refused = await failure { _ = try await Self.signIn(app, .customWithSRP, password: "Wrong-Horse-2") }
        #expect(refused == .anyNotAuthorized)
        #expect(try !functions.names().contains("CreateAuthChallenge"))
    }

    @Test func `the triggers end the flow after three wrong answers, and a new sign-in begins afresh`() async throws {
        let app = try await World.with(PoolFunctions()).app(.userPoolOnly)
        Self.expectRiddle(try await Self.signIn(app, .customWithoutSRP))
        for _ in 1...2 { Self.expectRiddle(try await Self.answer(app, "crow")) }
        #expect(await failure { _ = try await Self.answer(app, "crow") } == .anyNotAuthorized)
        #expect(await failure { _ = try await Self.answer(app, "owl") } != nil)
        Self.expectRiddle(try await Self.signIn(app, .customWithoutSRP))
        #expect(try await Self.answer(app, "owl") == .done)
    }

    @Test(arguments: [AuthFlowType.customWithoutSRP, .customWithSRP], ["ada", World.email, World.phone])
    func `a device that the service lost costs no step`(flow: AuthFlowType, name: String) async throws {
        let world = try await World.withDevices(functions: PoolFunctions())
        let app = try world.app(.userPoolOnly)
        Self.expectRiddle(try await Self.signIn(app, flow, name: name))
        #expect(try await Self.answer(app, "owl") == .done)
        let first = try #require(try await app.plugin.fetchDevices().first?.id)
        _ = try await app.signOut()
        Self.expectRiddle(try await Self.signIn(app, flow, name: name))
        #expect(try await Self.answer(app, "owl") == .done)
        #expect(try await app.plugin.fetchDevices().map(\.id) == [first])
        _ = try await app.signOut()
        try await world.forgetDevice(first)
        Self.expectRiddle(try await Self.signIn(app, flow, name: name))
        #expect(try await Self.answer(app, "owl") == .done)
        let second = try await app.plugin.fetchDevices().map(\.id)
        #expect(second.count == 1 && second != [first])
    }
}
