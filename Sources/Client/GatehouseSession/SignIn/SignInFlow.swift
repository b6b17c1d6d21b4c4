// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The order of play of a sign-in.
package enum SignInFlow: Sendable, Hashable, Codable {
    /// `USER_SRP_AUTH`: the password never leaves the device.
    case userSRP
    /// `USER_PASSWORD_AUTH`.
    case userPassword
    /// `CUSTOM_AUTH` after a proof of the password.
    case customWithSRP
    /// `CUSTOM_AUTH`.
    case customWithoutSRP
    /// `USER_AUTH`, with the factor that is preferred.
    case userAuth(preferred: FirstFactor?)

    /// The names of the flows in the stored form.
    enum CodingKeys: CodingKey { case userSRP, userPassword, customWithSRP, customWithoutSRP, userAuth }
}

/// A first factor of `USER_AUTH`; raw values are the names on the wire.
package enum FirstFactor: String, Sendable, Hashable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsOTP = "SMS_OTP"
    case emailOTP = "EMAIL_OTP"
    case webAuthn = "WEB_AUTHN"
}

/// A second factor; raw values are the names on the wire.
package enum SecondFactor: String, Sendable, Hashable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case totp = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"
}
