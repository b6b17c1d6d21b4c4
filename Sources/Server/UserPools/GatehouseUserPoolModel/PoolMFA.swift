// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes

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
