// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes

/// What a user can begin a `USER_AUTH` sign-in with, in the order in which it is offered.
package enum FirstFactor: String, Sendable, CaseIterable {
    case passwordSRP = "PASSWORD_SRP"
    case password = "PASSWORD"
    case emailOTP = "EMAIL_OTP"
    case smsOTP = "SMS_OTP"
    case webAuthn = "WEB_AUTHN"

    /// The attribute that a code goes to; `nil` where none is sent.
    package var attribute: String? {
        switch self {
        case .emailOTP: "email"
        case .smsOTP: "phone_number"
        case .passwordSRP, .password, .webAuthn: nil
        }
    }

    package var challenge: ChallengeNameType { ChallengeNameType(rawValue: rawValue) }
}
