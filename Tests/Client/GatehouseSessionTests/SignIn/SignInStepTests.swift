// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Testing

@testable import GatehouseSession

@Suite struct SignInStepTests {
    private static let delivery = ["CODE_DELIVERY_DELIVERY_MEDIUM": "SMS", "CODE_DELIVERY_DESTINATION": "+***99"]

    @Test(arguments: [
        (
            SignInReply(challenge: .smsMfa, parameters: delivery),
            SignInStep.confirmSignInWithSMSMFACode(
                CodeDelivery(medium: .sms, destination: "+***99"),
                parameters: delivery
            )
        ),
        (SignInReply(challenge: .softwareTokenMfa), .confirmSignInWithTOTPCode),
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
            SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": #"["SOFTWARE_TOKEN_MFA"]"#]),
            .continueSignInWithTOTPSetup
        ),
        (
            SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": #"["EMAIL_OTP"]"#]),
            .continueSignInWithEmailMFASetup
        ),
    ])
    func `each challenge is a step of its own`(reply: SignInReply, step: SignInStep) throws {
        #expect(try SignInStep(reply) == step)
    }

    @Test(arguments: [#"["SMS_MFA"]"#, "[]", "", "{", "17"])
    func `a set-up without a factor that can be set up has no answer`(text: String) {
        let reply = SignInReply(challenge: .mfaSetup, parameters: ["MFAS_CAN_SETUP": text])
        do throws(SessionError) {
            _ = try SignInStep(reply)
            Issue.record("The reply was taken.")
        } catch {
            guard case .unanswerable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
