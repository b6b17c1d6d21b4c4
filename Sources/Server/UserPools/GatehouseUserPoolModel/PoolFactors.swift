// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes

/// The factors that a pool offers besides the password, as far as its description does not contain them.
package struct PoolFactors: Sendable, Equatable {
    /// The factors of a new pool: none.
    package static let none = PoolFactors()

    /// Whether the pool offers codes by SMS; message and SMS configuration are in its description.
    package var usesSMS: Bool
    /// Whether the pool offers codes of authenticator apps (TOTP).
    package var usesSoftwareToken: Bool
    /// The message for codes by e-mail; `nil` if the pool does not offer them.
    package var email: EmailMfaConfigType?
    /// The passkey settings; `nil` before they are set.
    package var webAuthn: WebAuthnConfigurationType?

    /// Creates the settings of a pool.
    package init(
        usesSMS: Bool = false, usesSoftwareToken: Bool = false, email: EmailMfaConfigType? = nil,
        webAuthn: WebAuthnConfigurationType? = nil
    ) {
        self.usesSMS = usesSMS
        self.usesSoftwareToken = usesSoftwareToken
        self.email = email
        self.webAuthn = webAuthn
    }
}

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

/// A second factor of a user.
///
/// The raw values are the names in challenges and settings of the service.
package enum SecondFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"
}

extension Set<SecondFactor> {
    /// The factors in the order of the service's lists.
    package var listed: [SecondFactor] { SecondFactor.allCases.filter(contains) }
}

/// The rules of a pool for second factors.
package struct PoolMFA: Sendable, Equatable {
    /// Whether a second factor is required, optional or off.
    package let requirement: UserPoolMfaType
    /// The second factors that the pool accepts; empty if MFA is off.
    package let allowed: Set<SecondFactor>
    /// The factor that uses the same channel as the pool's first choice for recovery codes.
    ///
    /// A user with access to that mailbox or phone can reset the password. Therefore the server never demands this
    /// factor of a user that has not enabled it.
    package let recovery: SecondFactor?
    /// The pool's message for codes by SMS; `nil` for the default.
    package let smsMessage: String?
    /// The pool's message for codes by e-mail; `nil` if the pool does not send them.
    package let emailMessage: EmailMfaConfigType?
    /// Whether a passkey with user verification counts as both factors, for users who have chosen this.
    package let countsPasskeysTwice: Bool
}

extension UserPoolRecord {
    /// The pool's rules for second factors.
    package var mfa: PoolMFA {
        let requirement = description.mfaConfiguration ?? .off
        return PoolMFA(
            requirement: requirement, allowed: requirement == .off ? [] : factors.second, recovery: recoveryFactor,
            smsMessage: description.smsAuthenticationMessage, emailMessage: factors.email,
            countsPasskeysTwice: factors.countsPasskeysTwice)
    }

    /// The factors with which a `USER_AUTH` sign-in may begin.
    package var firstFactors: Set<AuthFactorType> { description.firstFactors }

    private var recoveryFactor: SecondFactor? {
        let mechanisms = description.accountRecoverySetting?.recoveryMechanisms ?? []
        return switch mechanisms.min(by: { $0.priority < $1.priority })?.name {
        case .some(.verifiedEmail): .email
        case .some(.verifiedPhoneNumber): .sms
        default: nil
        }
    }
}

extension PoolFactors {
    /// The second factors that are enabled.
    package var second: Set<SecondFactor> {
        var factors: Set<SecondFactor> = []
        if usesSMS { factors.insert(.sms) }
        if usesSoftwareToken { factors.insert(.softwareToken) }
        if email != nil { factors.insert(.email) }
        return factors
    }

    /// Whether a passkey with user verification counts as both factors.
    package var countsPasskeysTwice: Bool { webAuthn?.factorConfiguration == .multiFactorWithUserVerification }
}

extension UserRecord {
    /// Returns whether a passkey counts as both factors for the user: the pool must allow it, and the user must have
    /// chosen it.
    package func countsPasskeysTwice(in pool: UserPoolRecord) -> Bool {
        pool.factors.countsPasskeysTwice && mfa.usesPasskeys
    }
}
