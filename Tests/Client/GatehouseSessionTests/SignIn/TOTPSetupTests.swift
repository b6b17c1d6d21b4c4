// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The set-up of a TOTP app in the course of a sign-in.
@Suite(.hangLimit) struct TOTPSetupTests {
    private static func fixture(_ factors: String = #"["SOFTWARE_TOKEN_MFA"]"#) throws -> Fixture {
        let fixture = try Fixture(identityPool: false)
        fixture.service.on(
            "InitiateAuth",
            ChallengeTests.challenge("MFA_SETUP", ["MFAS_CAN_SETUP": .string(factors), "USERNAME": "sub-1"])
        )
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP", "Session": "s2"]))
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS", "Session": "s3"]))
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        return fixture
    }

    private static let step = SignInStep.continueSignInWithTOTPSetup(
        TOTPSetup(sharedSecret: "JBSWY3DP", username: "sub-1"))

    @Test func `the secret is there with the step, and the code ends the set-up`() async throws {
        let fixture = try Self.fixture()
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").nextStep == Self.step)
        let options = ConfirmSignInOptions(clientMetadata: ["k": "v"], friendlyDeviceName: "phone")
        #expect(try await fixture.engine.confirmSignIn(response: "123456", options: options).isSignedIn)
        #expect(fixture.service.inputs(of: "AssociateSoftwareToken") == [["Session": "s1"]])
        #expect(
            fixture.service.inputs(of: "VerifySoftwareToken")
                == [["Session": "s2", "UserCode": "123456", "FriendlyDeviceName": "phone"]])
        let end = fixture.service.inputs(of: "RespondToAuthChallenge")[0]
        #expect(end["ChallengeName"] == "MFA_SETUP" && end["Session"] == "s3")
        #expect(end["ChallengeResponses"] == ["USERNAME": "sub-1"] && end["ClientMetadata"] == nil)
    }

    @Test func `a user who could also set up e-mail chooses first`() async throws {
        let fixture = try Self.fixture(#"["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]"#)
        let choice = try await fixture.engine.signIn(username: "Ada", password: "pw")
        #expect(choice.nextStep == .continueSignInWithMFASetupSelection([.totp, .email]))
        await #expect(throws: SessionError.unknown("SMS cannot be set up in the course of a sign-in.")) {
            try await fixture.engine.confirmSignIn(response: "SMS_MFA")
        }
        fixture.service.on("AssociateSoftwareToken", .trouble(.connectionLost))
        await #expect(throws: SessionError.self) {
            try await fixture.engine.confirmSignIn(response: "SOFTWARE_TOKEN_MFA")
        }
        // The choice is still open, for the other factor too.
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP"]))
        let engine = fixture.engine
        #expect(try await engine.confirmSignIn(response: "software_token_mfa").nextStep == Self.step)
    }

    @Test func `a choice of e-mail is sent to the service together with the address`() async throws {
        let fixture = try Self.fixture(#"["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]"#)
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        fixture.service.forget()
        let step = try await fixture.engine.confirmSignIn(response: "EMAIL_OTP").nextStep
        #expect(step == .continueSignInWithEmailMFASetup && fixture.service.operations.isEmpty)
        fixture.service.on("RespondToAuthChallenge", ChallengeTests.challenge("EMAIL_OTP", ChallengeTests.delivery))
        let next = try await fixture.engine.confirmSignIn(response: "ada@example.com").nextStep
        #expect(next == .confirmSignInWithOTP(ChallengeTests.emailed))
    }

    @Test func `a wrong code may be followed by a right one`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        fixture.service.on("VerifySoftwareToken", .fault("EnableSoftwareTokenMFAException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "000000") }
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "ERROR"]))
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "000000") }
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS"]))
        #expect(try await fixture.engine.confirmSignIn(response: "123456").isSignedIn)
        // A service that gives no new session string expects the last one.
        #expect(fixture.service.inputs(of: "RespondToAuthChallenge").last?["Session"] == "s2")
    }

    @Test func `a code that was accepted is not shown twice when only the end was lost`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        fixture.service.on("RespondToAuthChallenge", .trouble(.connectionLost))
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "123456") }
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        #expect(try await fixture.engine.confirmSignIn(response: "123456").isSignedIn)
        #expect(fixture.service.count(of: "VerifySoftwareToken") == 1)
    }

    @Test func `without a secret there is nothing to set up`() async throws {
        let fixture = try Self.fixture()
        fixture.service.on("AssociateSoftwareToken", .answer(["Session": "s2"]))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Ada", password: "pw") }
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "123456") }
    }
}
