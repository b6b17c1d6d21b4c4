// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Sign-ins that continue in the next process.
@Suite(.hangLimit) struct SuspensionTests {
    private static let options = SignInOptions(resumesAfterRestart: true)

    private static func opened(_ name: String, _ parameters: WireValue = [:]) async throws -> Fixture {
        let fixture = try Fixture(identityPool: false)
        fixture.service.on("InitiateAuth", ChallengeTests.challenge(name, parameters))
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP", "Session": "s2"]))
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS", "Session": "s3"]))
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw", options: options)
        return fixture
    }

    /// The app after a restart, with a service that signs in on an answer.
    private static func restarted(_ fixture: Fixture) throws -> Fixture {
        let (store, service) = (fixture.store, fixture.service)
        let next = try Fixture(identityPool: false, store: store, service: service, clock: fixture.clock)
        let clock = fixture.clock
        next.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        return next
    }

    private static func expectNothingToConfirm(_ engine: SessionEngine) async {
        do throws(SessionError) {
            _ = try await engine.confirmSignIn(response: "123456")
            Issue.record("There was something to confirm.")
        } catch {
            guard case .invalidState = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(arguments: ChallengeTests.cases)
    func `a challenge is answered by the next process as it would have been by this one`(
        given: ChallengeTests.Case
    ) async throws {
        let fixture = try await Self.opened(given.name, given.parameters)
        let next = try Self.restarted(fixture)
        let options = ConfirmSignInOptions(userAttributes: ["name": "Ada"])
        #expect(try await next.engine.confirmSignIn(response: given.answer, options: options).isSignedIn)
        let input = next.service.inputs(of: "RespondToAuthChallenge")[0]
        var responses = try #require(input["ChallengeResponses"]?.objectValue)
        #expect(responses.removeValue(forKey: "USERNAME") == "Ada")
        #expect(responses == given.responses && input["Session"] == "s1")
        _ = await next.engine.signOut()
        await Self.expectNothingToConfirm(try Self.restarted(next).engine)
    }

    @Test func `the set-up of a TOTP app continues in the next process`() async throws {
        let fixture = try await Self.opened("MFA_SETUP", ["MFAS_CAN_SETUP": #"["SOFTWARE_TOKEN_MFA"]"#])
        let next = try Self.restarted(fixture)
        #expect(try await next.engine.confirmSignIn(response: "123456").isSignedIn)
        #expect(next.service.inputs(of: "VerifySoftwareToken")[0]["Session"] == "s2")
    }

    @Test func `without the option nothing survives, and nothing is stored`() async throws {
        let fixture = try Fixture(identityPool: false)
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("SMS_MFA", [:]))
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        #expect(fixture.store.read(keys.suspendedSignIn) == .absent)
        await Self.expectNothingToConfirm(try Self.restarted(fixture).engine)
    }

    @Test func `a sign-in that was abandoned or signed out of is gone in the next process as well`() async throws {
        let abandoned = try await Self.opened("SMS_MFA")
        abandoned.service.on("InitiateAuth", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.self) { try await abandoned.engine.signIn(username: "Ada", password: "no") }
        await Self.expectNothingToConfirm(try Self.restarted(abandoned).engine)
        let left = try Self.restarted(try await Self.opened("SMS_MFA"))
        #expect(await left.engine.signOut() == .complete)
        await Self.expectNothingToConfirm(left.engine)
    }

    @Test(arguments: [(899.0, true), (900, false), (86_400, false)])
    func `a stored sign-in can be confirmed until its session expires, and is deleted then`(
        age: Double,
        isOpen: Bool
    ) async throws {
        let fixture = try await Self.opened("SMS_MFA")
        fixture.clock.advance(by: .seconds(age))
        let next = try Self.restarted(fixture)
        if isOpen {
            #expect(try await next.engine.confirmSignIn(response: "123456").isSignedIn)
        } else {
            await Self.expectNothingToConfirm(next.engine)
        }
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        #expect(fixture.store.read(keys.suspendedSignIn) == .absent)
    }

    @Test func `an account that is deleted leaves no sign-in behind`() async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        try fixture.store.write(Data("{}".utf8), for: keys.suspendedSignIn)
        try await fixture.engine.deleteUser()
        #expect(fixture.store.read(keys.suspendedSignIn) == .absent)
    }

    @Test func `the set-up of a TOTP app continues with the former session string without a new one`() async throws {
        let fixture = try Fixture(identityPool: false)
        let parameters: WireValue = ["MFAS_CAN_SETUP": #"["SOFTWARE_TOKEN_MFA"]"#]
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("MFA_SETUP", parameters))
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP"]))
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS"]))
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        #expect(try await fixture.engine.confirmSignIn(response: "123456").isSignedIn)
        #expect(fixture.service.inputs(of: "VerifySoftwareToken")[0]["Session"] == "s1")
        #expect(fixture.service.inputs(of: "RespondToAuthChallenge")[0]["Session"] == "s1")
    }

    @Test func `a damaged stored sign-in cannot be confirmed`() async throws {
        let fixture = try await Self.opened("SMS_MFA")
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        for text in ["", "{", "{}", #"{"flow":7}"#] {
            try fixture.store.write(Data(text.utf8), for: keys.suspendedSignIn)
            await Self.expectNothingToConfirm(try Self.restarted(fixture).engine)
        }
    }
}
