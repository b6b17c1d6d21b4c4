// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct AuthResultTests {
    private static let details = AuthCodeDeliveryDetails(destination: .sms("+*******99"))

    private static let open: [AuthSignInStep] = [
        .confirmSignInWithSMSMFACode(details, nil), .confirmSignInWithCustomChallenge(nil),
        .confirmSignInWithNewPassword(nil), .confirmSignInWithPassword, .confirmSignInWithTOTPCode,
        .continueSignInWithEmailMFASetup, .continueSignInWithMFASelection([.sms]),
        .continueSignInWithMFASetupSelection([.totp]), .confirmSignInWithOTP(details),
        .continueSignInWithTOTPSetup(TOTPSetupDetails(sharedSecret: "A", username: "u")),
        .continueSignInWithFirstFactorSelection([.password]), .resetPassword(nil), .confirmSignUp(nil),
    ]

    @Test(arguments: open)
    func `a user is not signed in while a step is left`(step: AuthSignInStep) {
        #expect(!AuthSignInResult(nextStep: step).isSignedIn)
    }

    @Test func `a user is signed in when nothing is left`() {
        #expect(AuthSignInResult(nextStep: .done).isSignedIn)
    }

    @Test func `a sign-up is complete unless a code is required`() {
        #expect(AuthSignUpResult(.done).isSignUpComplete)
        #expect(AuthSignUpResult(.completeAutoSignIn("session"), userID: "id").isSignUpComplete)
        #expect(!AuthSignUpResult(.confirmUser(Self.details)).isSignUpComplete)
        #expect(!AuthSignUpResult(.confirmUser()).isSignUpComplete)
    }

    @Test func `secrets stay out of descriptions`() {
        let totp = TOTPSetupDetails(sharedSecret: "JBSWY3DP", username: "user")
        let texts = [
            "\(totp)", String(reflecting: totp), "\(AuthSignInStep.continueSignInWithTOTPSetup(totp))",
            "\(AuthSignUpResult(.completeAutoSignIn("JBSWY3DP")))",
        ]
        let values: [Any] = [
            totp, AuthSignInStep.continueSignInWithTOTPSetup(totp), AuthSignUpStep.completeAutoSignIn("JBSWY3DP"),
            AuthSignUpResult(.completeAutoSignIn("JBSWY3DP")),
        ]
        let dumped = values.map { value in
            var text = String(reflecting: value)
            dump(value, to: &text)
            return text
        }
        for text in texts + dumped {
            #expect(!text.contains("JBSWY3DP"))
        }
    }

    @Test func `options have the defaults of the original`() {
        #expect(!AuthFetchSessionRequest.Options().forceRefresh)
        #expect(AuthFetchSessionRequest.Options.forceRefresh().forceRefresh)
        #expect(AuthListWebAuthnCredentialsRequest.Options().pageSize == 20)
        #expect(AuthListWebAuthnCredentialsRequest.Options().nextToken == nil)
        #expect(!AuthSignOutRequest.Options().globalSignOut)
        #expect(AuthSignUpRequest.Options().userAttributes == nil)
        #expect(AuthSignInRequest.Options().pluginOptions == nil)
    }

    @Test func `options carry what only the plugin understands`() {
        #expect(AuthSignInRequest.Options(pluginOptions: 7).pluginOptions as? Int == 7)
        #expect(AuthSignUpRequest.Options(pluginOptions: "x").pluginOptions as? String == "x")
    }

    @Test func `the sign-out anchor finds its place`() {
        let anchor = AuthUIPresentationAnchor()
        #expect(AuthSignOutRequest.Options.presentationAnchor(anchor).presentationAnchorForWebUI === anchor)
    }

    @Test func `an access group remembers its name and whether to migrate`() {
        #expect(AccessGroup(name: "g").name == "g")
        #expect(!AccessGroup(name: "g").migrateKeychainItems)
        #expect(AccessGroup.none.name == nil)
        #expect(AccessGroup.none(migrateKeychainItemsOfUserSession: true).migrateKeychainItems)
    }
}
