// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The calls that an app may make in every step of a sign-in, beside answering.
@Suite(.hangLimit) struct EveryStepTests {
    /// The steps in which a sign-in waits for a person, each with the challenge and the answers that lead to it.
    enum Step: CaseIterable {
        case newPassword, smsMFA, totpCode, emailOTP, smsOTP, custom, mfaSelection, firstFactorSelection
        case password, passwordSRP, setupSelection, totpSetup, emailSetup

        func reach(_ fixture: Fixture, resumes: Bool = false) async throws {
            let options = SignInOptions(resumesAfterRestart: resumes)
            fixture.service.on("InitiateAuth", ChallengeTests.challenge(challenge.name, challenge.parameters))
            fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP", "Session": "s2"]))
            _ = try await fixture.engine.signIn(username: "Ada", password: "pw", options: options)
            if let answer { _ = try await fixture.engine.confirmSignIn(response: answer) }
        }

        private var challenge: (name: String, parameters: WireValue) {
            let both: WireValue = ["MFAS_CAN_SETUP": #"["EMAIL_OTP","SOFTWARE_TOKEN_MFA"]"#]
            return switch self {
            case .newPassword: ("NEW_PASSWORD_REQUIRED", [:])
            case .smsMFA: ("SMS_MFA", [:])
            case .totpCode: ("SOFTWARE_TOKEN_MFA", [:])
            case .emailOTP: ("EMAIL_OTP", [:])
            case .smsOTP: ("SMS_OTP", [:])
            case .custom: ("CUSTOM_CHALLENGE", [:])
            case .mfaSelection: ("SELECT_MFA_TYPE", [:])
            case .firstFactorSelection, .password, .passwordSRP: ("SELECT_CHALLENGE", [:])
            case .setupSelection, .totpSetup, .emailSetup: ("MFA_SETUP", both)
            }
        }

        private var answer: String? {
            switch self {
            case .password: "PASSWORD"
            case .passwordSRP: "PASSWORD_SRP"
            case .totpSetup: "SOFTWARE_TOKEN_MFA"
            case .emailSetup: "EMAIL_OTP"
            default: nil
            }
        }

        /// An answer that leads to a request.
        var reply: String {
            switch self {
            case .mfaSelection: "SMS_MFA"
            case .firstFactorSelection: "SMS_OTP"
            case .setupSelection: "SOFTWARE_TOKEN_MFA"
            default: "123456"
            }
        }
    }

    private static func isInvalidState(_ error: SessionError) -> Bool {
        if case .invalidState = error { true } else { false }
    }

    @Test(arguments: Step.allCases, [false, true])
    func `no user is signed in, and a sign-out abandons the sign-in without a request`(
        step: Step, global: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        try await step.reach(fixture)
        fixture.service.forget()
        do throws(SessionError) {
            _ = try fixture.engine.currentUser()
            Issue.record("A user is signed in.")
        } catch {
            #expect(Self.isInvalidState(error))
        }
        #expect(await fixture.engine.signOut(global: global) == .complete)
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        do throws(SessionError) {
            _ = try await fixture.engine.confirmSignIn(response: step.reply)
            Issue.record("The sign-in still waits.")
        } catch {
            #expect(Self.isInvalidState(error))
        }
        #expect(fixture.service.operations.isEmpty)
        let tokens = Fixture.tokens(fixture.clock)
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": tokens]))
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
    }

    @Test(arguments: Step.allCases)
    func `another sign-in takes the place of the one that waits, and then can be signed out of`(
        step: Step
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        try await step.reach(fixture)
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
        #expect(await fixture.engine.signOut() == .complete)
        do throws(SessionError) {
            _ = try await fixture.engine.confirmSignIn(response: step.reply)
            Issue.record("The former sign-in still waits.")
        } catch {
            #expect(Self.isInvalidState(error))
        }
    }

    @Test(arguments: Step.allCases)
    func `a sign-in that fails in its place leaves nothing behind`(step: Step) async throws {
        let fixture = try Fixture(identityPool: false)
        try await step.reach(fixture)
        fixture.service.on("InitiateAuth", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Ada", password: "no") }
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        #expect(await fixture.engine.signOut() == .complete)
    }

    @Test(arguments: Step.allCases)
    func `an answer that is cut off can be given again, unless it was a password`(step: Step) async throws {
        let fixture = try Fixture(identityPool: false)
        try await step.reach(fixture)
        let barrier = Barrier()
        for operation in ["RespondToAuthChallenge", "VerifySoftwareToken", "AssociateSoftwareToken"] {
            fixture.service.on(operation) { _ in
                await barrier.pass()
                return .answer([:])
            }
        }
        let engine = fixture.engine
        let call = Task { try await engine.confirmSignIn(response: step.reply) }
        await barrier.someone()
        call.cancel()
        barrier.open()
        await #expect(throws: SessionError.cancelled) { try await call.value }
        let clock = fixture.clock
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP"]))
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS"]))
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        if step == .password || step == .passwordSRP {
            await #expect(throws: SessionError.self) { try await engine.confirmSignIn(response: step.reply) }
            return
        }
        if step == .setupSelection { _ = try await engine.confirmSignIn(response: step.reply) }
        #expect(try await engine.confirmSignIn(response: step.reply).isSignedIn)
    }
}
