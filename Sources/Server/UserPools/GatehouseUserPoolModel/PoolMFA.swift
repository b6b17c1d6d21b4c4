// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes

/// What a pool demands and allows in second factors.
package struct PoolMFA: Sendable, Equatable {
    /// Whether users must have one, may have one, or have none.
    package let requirement: UserPoolMfaType
    /// The factors that count; none where the pool demands and offers none.
    package let allowed: Set<SecondFactor>
    /// The factor that takes the way of the first choice for recovery codes.
    ///
    /// Who can read that mailbox or phone can reset the password, so the pool does not rely on it by itself.
    package let recovery: SecondFactor?
    /// The pool's words for a code by SMS; `nil` for the usual ones.
    package let smsMessage: String?
    /// The pool's words for a code by e-mail; `nil` for the usual ones.
    package let emailMessage: EmailMfaConfigType?
    /// Whether a passkey with user verification counts as both factors, for users who choose that.
    package let countsPasskeysTwice: Bool
}

extension UserPoolRecord {
    /// The pool's rules about second factors.
    package var mfa: PoolMFA {
        let requirement = description.mfaConfiguration ?? .off
        return PoolMFA(
            requirement: requirement, allowed: requirement == .off ? [] : factors.second, recovery: recoveryFactor,
            smsMessage: description.smsAuthenticationMessage, emailMessage: factors.email,
            countsPasskeysTwice: factors.countsPasskeysTwice)
    }

    /// What a sign-in with `USER_AUTH` may begin with.
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
    /// The second factors that are switched on.
    package var second: Set<SecondFactor> {
        var factors: Set<SecondFactor> = []
        if usesSMS { factors.insert(.sms) }
        if usesSoftwareToken { factors.insert(.softwareToken) }
        if email != nil { factors.insert(.email) }
        return factors
    }

    package var countsPasskeysTwice: Bool { webAuthn?.factorConfiguration == .multiFactorWithUserVerification }
}

extension UserRecord {
    /// Whether a passkey is both factors for the user: the pool must say so, and the user have chosen it.
    package func countsPasskeysTwice(in pool: UserPoolRecord) -> Bool {
        pool.factors.countsPasskeysTwice && mfa.usesPasskeys
    }
}
