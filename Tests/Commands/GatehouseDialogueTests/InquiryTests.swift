// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import Testing

@testable import GatehouseDialogue

/// The input that the user gives at each step.
@Suite struct InquiryTests {
    private static let byMail = AuthCodeDeliveryDetails(destination: .email("a***@e***"))
    private static let setup = TOTPSetupDetails(sharedSecret: "JBSWY3DP", username: "ada")

    private func inquiry(_ step: AuthSignInStep) -> Inquiry? { Inquiry(step, appName: "House") }

    @Test(
        arguments: [
            .confirmSignInWithSMSMFACode(.init(destination: .sms("+*******0123")), nil),
            .confirmSignInWithOTP(Self.byMail), .confirmSignInWithTOTPCode, .confirmSignInWithCustomChallenge(nil),
            .continueSignInWithEmailMFASetup, .continueSignInWithTOTPSetup(Self.setup),
        ] as [AuthSignInStep])
    func `codes and answers may be seen while they are typed`(_ step: AuthSignInStep) throws {
        guard case .line = try #require(inquiry(step)).question else {
            Issue.record("\(step) asks for something else")
            return
        }
    }

    @Test(arguments: [.confirmSignInWithPassword, .confirmSignInWithNewPassword(nil)] as [AuthSignInStep])
    func `passwords are hidden while they are typed`(_ step: AuthSignInStep) throws {
        guard case .hidden = try #require(inquiry(step)).question else {
            Issue.record("\(step) shows the password")
            return
        }
    }

    @Test(arguments: [.done, .confirmSignUp(nil), .resetPassword(nil)] as [AuthSignInStep])
    func `a step that confirmSignIn cannot answer has no prompt`(_ step: AuthSignInStep) {
        #expect(inquiry(step) == nil)
    }

    @Test func `a chosen second factor is answered in the service's words`() {
        let choices = [
            Choice(word: "email", title: "codes by e-mail", value: "EMAIL_OTP"),
            Choice(word: "sms", title: "codes by SMS", value: "SMS_MFA"),
            Choice(word: "totp", title: "an authenticator app", value: "SOFTWARE_TOKEN_MFA"),
        ]
        let all: Set<MFAType> = [.totp, .sms, .email]
        #expect(inquiry(.continueSignInWithMFASelection(all))?.question == .choice("Second factor", choices))
        #expect(
            inquiry(.continueSignInWithMFASetupSelection(all))?.question == .choice("Second factor to set up", choices))
    }

    @Test func `a chosen first factor is answered in the service's words`() {
        let factors: Set<AuthFactorType> = [.password, .passwordSRP, .emailOTP, .smsOTP, .webAuthn]
        guard case .choice(_, let choices) = inquiry(.continueSignInWithFirstFactorSelection(factors))?.question else {
            Issue.record("there is no choice")
            return
        }
        #expect(choices.map(\.value) == ["EMAIL_OTP", "PASSWORD", "PASSWORD_SRP", "SMS_OTP", "WEB_AUTHN"])
    }

    @Test func `a new password asks for the attributes that the pool requires`() {
        let parameters = ["requiredAttributes": #"["userAttributes.name","userAttributes.custom:team"]"#]
        let attributes = inquiry(.confirmSignInWithNewPassword(parameters))?.attributes
        #expect(attributes == [.name, .custom("team")])
    }

    @Test(arguments: [nil, "", "[]", "nonsense", #"{"a": 1}"#])
    func `a new password asks for no attributes where none are named`(_ text: String?) {
        let parameters = text.map { ["requiredAttributes": $0] }
        #expect(inquiry(.confirmSignInWithNewPassword(parameters))?.attributes == [])
    }

    @Test func `a custom challenge shows its parameters but for the user's name`() {
        let parameters = ["hint": "a bird", "USERNAME": "ada", "colour": "grey"]
        let shown = inquiry(.confirmSignInWithCustomChallenge(parameters))?.explanation
        #expect(shown == ["colour: grey", "hint: a bird"])
    }

    @Test func `the setting up of an app shows the secret and the address for it`() {
        let asked = inquiry(.continueSignInWithTOTPSetup(Self.setup))
        #expect(asked?.explanation.contains("Secret: JBSWY3DP") == true)
        #expect(asked?.setupURI?.absoluteString == "otpauth://totp/House:ada?secret=JBSWY3DP&issuer=House")
    }

    @Test func `a code says where it went`() {
        #expect(inquiry(.confirmSignInWithOTP(Self.byMail))?.explanation == ["A code was sent by e-mail to a***@e***."])
    }
}
