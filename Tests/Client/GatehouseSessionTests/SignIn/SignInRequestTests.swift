// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Testing

@testable import GatehouseSession

/// The parsing of replies.
@Suite struct SignInRequestTests {
    private static let delivery = ["CODE_DELIVERY_DELIVERY_MEDIUM": "SMS", "CODE_DELIVERY_DESTINATION": "+***99"]

    @Test(arguments: [
        (
            SignInReply(challenge: .smsMfa, parameters: delivery),
            SignInStep.confirmSignInWithSMSMFACode(
                CodeDelivery(medium: .sms, destination: "+***99"),
                parameters: delivery
            )
        ),
        (SignInReply(challenge: .softwareTokenMfa), .confirmSignInWithTOTPCode(friendlyDeviceName: nil)),
        (
            SignInReply(challenge: .emailOtp, parameters: ["CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL"]),
            .confirmSignInWithOTP(CodeDelivery(medium: .email, destination: nil))
        ),
        (
            SignInReply(challenge: .smsOtp),
            .confirmSignInWithOTP(CodeDelivery(medium: .unknown(""), destination: nil))
        ),
        (
            SignInReply(challenge: .customChallenge, parameters: ["q": "?"]),
            .confirmSignInWithCustomChallenge(parameters: ["q": "?"])
        ),
        (
            SignInReply(challenge: .newPasswordRequired, parameters: ["a": "b"]),
            .confirmSignInWithNewPassword(parameters: ["a": "b"])
        ),
        (
            SignInReply(
                challenge: .selectMfaType,
                parameters: ["MFAS_CAN_CHOOSE": #"["SMS_MFA","SOFTWARE_TOKEN_MFA","NEW"]"#]
            ),
            .continueSignInWithMFASelection([.sms, .totp])
        ),
        (
            SignInReply(challenge: .selectChallenge, availableChallenges: ["PASSWORD", "WEB_AUTHN", "NEW"]),
            .continueSignInWithFirstFactorSelection([.password, .webAuthn])
        ),
        (
            SignInReply(
                challenge: .mfaSetup,
                parameters: ["MFAS_CAN_SETUP": #"["SMS_MFA","SOFTWARE_TOKEN_MFA","EMAIL_OTP"]"#]
            ),
            .continueSignInWithMFASetupSelection([.totp, .email])
        ),
        (
            SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": #"["EMAIL_OTP"]"#]),
            .continueSignInWithEmailMFASetup
        ),
    ])
    func `each challenge for a person is a step of its own`(reply: SignInReply, step: SignInStep) throws {
        guard case .person(let challenge) = try reply.request(username: "ada", typedUsername: "ada") else {
            Issue.record("\(reply) is not for a person.")
            return
        }
        #expect(challenge.step == step)
    }

    @Test(arguments: [
        SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": #"["SMS_MFA"]"#]),
        SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": "[]"]),
        SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": ""]),
        SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": "{"]),
        SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": "17"]),
        SignInReply(challenge: .mfaSetup),
        SignInReply(challenge: .webAuthn), SignInReply(challenge: .devicePasswordVerifier),
        SignInReply(challenge: .passwordVerifier, parameters: ["SALT": "1"]),
    ])
    func `a challenge that lacks something has no answer`(reply: SignInReply) {
        do throws(SessionError) {
            _ = try reply.request(username: "ada", typedUsername: "ada")
            Issue.record("The reply was taken.")
        } catch {
            guard case .unanswerable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
