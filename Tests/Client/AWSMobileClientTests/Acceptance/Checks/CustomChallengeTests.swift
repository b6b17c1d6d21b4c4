// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Functions of a user pool that ask for a bird until the answer is `owl`, three times at most.
struct BirdTriggers: PromptFunctions {
    private static let arn = "arn:aws:lambda:us-east-1:123456789012:function:birds"

    /// The Lambda configuration of a pool with these functions.
    static let settings = LambdaConfigType(
        defineAuthChallenge: arn, createAuthChallenge: arn, verifyAuthChallengeResponse: arn)

    /// Whether the first challenge is the user's password.
    var asksForPassword = false

    func codeKey(_ id: String) -> RawAESKey? { nil }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        guard case .object(var event)? = try? WireValue(json: Array(call.event.utf8)) else { throw .notJSON }
        let source = event["triggerSource"]?.stringValue ?? ""
        event["response"] = response(source.prefix { $0 != "_" }, event["request"] ?? .null)
        return .object(event)
    }

    private func response(_ source: Substring, _ request: WireValue) -> WireValue {
        switch source {
        case "DefineAuthChallenge": next(request["session"]?.arrayValue ?? [])
        case "CreateAuthChallenge":
            ["publicChallengeParameters": ["hint": "a bird"], "privateChallengeParameters": ["word": "owl"]]
        default:
            ["answerCorrect": .bool(request["challengeAnswer"] == request["privateChallengeParameters"]?["word"])]
        }
    }

    private func next(_ session: [WireValue]) -> WireValue {
        let names = session.map { $0["challengeName"]?.stringValue }
        if asksForPassword, names == ["SRP_A"] { return ["challengeName": "PASSWORD_VERIFIER"] }
        let answers = session.filter { $0["challengeName"] == "CUSTOM_CHALLENGE" }
        if answers.last?["challengeResult"] == true { return ["issueTokens": true] }
        return answers.count == 3 ? ["failAuthentication": true] : ["challengeName": "CUSTOM_CHALLENGE"]
    }
}

extension MobileWorld {
    /// A world with Ada whose pool has functions.
    static func with(_ triggers: BirdTriggers) async throws -> MobileWorld {
        let gatehouse = try await TestGatehouse(triggers: triggers)
        let answer = try await gatehouse.installation.userPools.service(for: gatehouse.administration).createUserPool(
            CreateUserPoolRequest(poolName: "test", lambdaConfig: BirdTriggers.settings))
        let world = try await MobileWorld(pool: answer.userPool?.id ?? "", on: gatehouse)
        try await world.makeAda()
        return world
    }
}

@Suite("8: custom challenges", .hangLimit) struct CustomChallengeTests {
    @Test func `a riddle without a password, whose parameters the app sees`() async throws {
        let app = try await MobileWorld.with(BirdTriggers()).phone(flow: "CUSTOM_AUTH").started()
        let step = try await app.signIn("ada", "dummy").value()
        #expect(step.signInState == .customChallenge)
        #expect(step.parameters["hint"] == "a bird" && step.parameters["word"] == nil)
        let again = try await app.confirmSignIn("crow").value()
        #expect(again.signInState == .customChallenge && again.parameters["hint"] == "a bird")
        #expect(try await app.confirmSignIn("owl").value().signInState == .signedIn)
        #expect(app.log.states == [.signedIn])
        #expect(app.client.username == "ada")
    }

    @Test func `the password is the first challenge where the functions want it`() async throws {
        let app = try await MobileWorld.with(BirdTriggers(asksForPassword: true)).phone(flow: "CUSTOM_AUTH").started()
        await app.expect([app.signIn("ada", "Wrong-Horse-2")], fail: .notAuthorized)
        #expect(try await app.signIn().value().signInState == .customChallenge)
        #expect(try await app.confirmSignIn("owl").value().signInState == .signedIn)
    }

    @Test func `three wrong answers end the sign-in`() async throws {
        let app = try await MobileWorld.with(BirdTriggers()).phone(flow: "CUSTOM_AUTH").started()
        _ = try await app.signIn("ada", "dummy").value()
        for _ in 1...2 { #expect(try await app.confirmSignIn("crow").value().signInState == .customChallenge) }
        await app.expect([app.confirmSignIn("crow")], fail: .notAuthorized)
        await app.expect([app.confirmSignIn("owl")], fail: .invalidState)
    }

    @Test func `a dead refresh token leads to a riddle again, and the call that waits is answered after it`()
        async throws
    {
        let world = try await MobileWorld.with(BirdTriggers())
        let app = try await world.phone(flow: "CUSTOM_AUTH").started()
        _ = try await app.signIn("ada", "dummy").value()
        _ = try await app.confirmSignIn("owl").value()
        try await world.revokeTokens()
        world.gatehouse.clock.advance(by: 3_600)
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        #expect(try await app.signIn("ada", "dummy").value().signInState == .customChallenge)
        #expect(!waiting.isGiven)
        #expect(try await app.confirmSignIn("owl").value().signInState == .signedIn)
        #expect(try await waiting.value().accessToken != nil)
    }
}
