// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
package import Amplify

extension MFAType {
    /// The factor's name for people.
    package var title: String {
        switch self {
        case .sms: "codes by SMS"
        case .totp: "an authenticator app"
        case .email: "codes by e-mail"
        }
    }
}

extension AuthFactorType {
    /// The factor's name for people.
    package var title: String {
        switch self {
        case .password: "the password, shown to the service"
        case .passwordSRP: "the password, proved without being shown"
        case .smsOTP: "a code by SMS"
        case .emailOTP: "a code by e-mail"
        case .webAuthn: "a passkey"
        }
    }
}

extension AuthCodeDeliveryDetails {
    /// Says where the code went.
    package var sentence: String {
        switch destination {
        case .email(let address?): "A code was sent by e-mail to \(address)."
        case .phone(let number?), .sms(let number?): "A code was sent by SMS to \(number)."
        case .unknown(let place?): "A code was sent to \(place)."
        case .email(nil): "A code was sent by e-mail."
        case .phone(nil), .sms(nil): "A code was sent by SMS."
        case .unknown(nil): "A code was sent."
        }
    }
}

extension AuthSignInStep {
    /// The name of the step's case, as the documentation of Amplify has it.
    package var name: String {
        switch self {
        case .confirmSignInWithSMSMFACode: "confirmSignInWithSMSMFACode"
        case .confirmSignInWithCustomChallenge: "confirmSignInWithCustomChallenge"
        case .confirmSignInWithNewPassword: "confirmSignInWithNewPassword"
        case .confirmSignInWithPassword: "confirmSignInWithPassword"
        case .confirmSignInWithTOTPCode: "confirmSignInWithTOTPCode"
        case .continueSignInWithEmailMFASetup: "continueSignInWithEmailMFASetup"
        case .continueSignInWithTOTPSetup: "continueSignInWithTOTPSetup"
        case .continueSignInWithMFASelection: "continueSignInWithMFASelection"
        case .continueSignInWithMFASetupSelection: "continueSignInWithMFASetupSelection"
        case .confirmSignInWithOTP: "confirmSignInWithOTP"
        case .continueSignInWithFirstFactorSelection: "continueSignInWithFirstFactorSelection"
        case .resetPassword: "resetPassword"
        case .confirmSignUp: "confirmSignUp"
        case .done: "done"
        }
    }
}

/// A step of a sign-in that the program has no question for.
package struct UnknownStep: Error, CustomStringConvertible {
    let name: String

    /// Makes the error for a step.
    package init(name: String) {
        self.name = name
    }

    package var description: String { "This program has no question for the step \(name)." }
}
