// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A factor that a user selects; the raw value is the value of the field `factor`.
package enum PageFactor: String, Sendable, CaseIterable {
    /// The password.
    case password = "PASSWORD"
    /// A code by email, as a first or a second factor.
    case emailCode = "EMAIL_OTP"
    /// A code by text message as the first factor.
    case messageCode = "SMS_OTP"
    /// A passkey.
    case passkey = "WEB_AUTHN"
    /// A code by text message as the second factor.
    case messageSecondFactor = "SMS_MFA"
    /// A code of an authenticator app.
    case authenticatorApp = "SOFTWARE_TOKEN_MFA"

    /// The name of the factor on its button.
    func title(in texts: PageTexts) -> String {
        switch self {
        case .password: texts.steps.password
        case .emailCode: texts.steps.codeByEmail
        case .messageCode, .messageSecondFactor: texts.steps.codeByMessage
        case .passkey: texts.steps.passkey
        case .authenticatorApp: texts.steps.authenticatorApp
        }
    }
}
