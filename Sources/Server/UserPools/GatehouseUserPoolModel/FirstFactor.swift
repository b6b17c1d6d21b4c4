// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes

/// A first factor of a `USER_AUTH` sign-in; the cases are in the order in which the server offers them.
package enum FirstFactor: String, Sendable, CaseIterable {
    case passwordSRP = "PASSWORD_SRP"
    case password = "PASSWORD"
    case emailOTP = "EMAIL_OTP"
    case smsOTP = "SMS_OTP"
    case webAuthn = "WEB_AUTHN"

    /// The attribute with the address or number for a code; `nil` for factors without a code.
    package var attribute: String? {
        switch self {
        case .emailOTP: "email"
        case .smsOTP: "phone_number"
        case .passwordSRP, .password, .webAuthn: nil
        }
    }

    /// The challenge that asks for the factor.
    package var challenge: ChallengeNameType { ChallengeNameType(rawValue: rawValue) }
}
