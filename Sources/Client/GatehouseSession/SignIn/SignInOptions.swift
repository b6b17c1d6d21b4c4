// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of a sign-in, in addition to name and password.
package struct SignInOptions: Sendable {
    /// The flow; the configured default when absent.
    package var flow: SignInFlow?
    /// Passed to the pool's triggers.
    package var clientMetadata: [String: String]
    /// Whether a challenge that waits for an answer may be answered by the app's next process.
    package var resumesAfterRestart: Bool

    /// Creates options.
    package init(
        flow: SignInFlow? = nil,
        clientMetadata: [String: String] = [:],
        resumesAfterRestart: Bool = false
    ) {
        self.flow = flow
        self.clientMetadata = clientMetadata
        self.resumesAfterRestart = resumesAfterRestart
    }
}

/// The options of an answer to a challenge.
package struct ConfirmSignInOptions: Sendable {
    /// Attributes given together with a new password, by their names on the wire.
    package var userAttributes: [String: String]
    /// Passed to the pool's triggers.
    package var clientMetadata: [String: String]
    /// The name under which an authenticator app is registered.
    package var friendlyDeviceName: String?

    /// Creates options.
    package init(
        userAttributes: [String: String] = [:],
        clientMetadata: [String: String] = [:],
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.clientMetadata = clientMetadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}

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
