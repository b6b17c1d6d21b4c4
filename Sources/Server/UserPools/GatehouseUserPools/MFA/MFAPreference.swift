// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What a request says about the second factors of a user; factors that it leaves out stay as they are.
struct MFAPreference: Sendable {
    /// One factor's part.
    struct Choice: Sendable, Equatable {
        let factor: SecondFactor
        let isEnabled: Bool
        let isPreferred: Bool

        /// A factor that is not switched on cannot be preferred.
        init(_ factor: SecondFactor, enabled: Bool?, preferred: Bool?) {
            self.factor = factor
            isEnabled = enabled ?? false
            isPreferred = isEnabled && preferred ?? false
        }
    }

    private let choices: [Choice]
    private let usesPasskeys: Bool?

    init(
        sms: SMSMfaSettingsType?, softwareToken: SoftwareTokenMfaSettingsType?, email: EmailMfaSettingsType?,
        webAuthn: WebAuthnMfaSettingsType?
    ) {
        choices = [
            sms.map { Choice(.sms, enabled: $0.enabled, preferred: $0.preferredMfa) },
            softwareToken.map { Choice(.softwareToken, enabled: $0.enabled, preferred: $0.preferredMfa) },
            email.map { Choice(.email, enabled: $0.enabled, preferred: $0.preferredMfa) },
        ].compactMap(\.self)
        usesPasskeys = webAuthn.map { $0.enabled ?? false }
    }

    /// The user's factors with these choices.
    ///
    /// Where the pool requires a factor, users choose among theirs and cannot switch one off; administrators can.
    ///
    /// - Throws: `InvalidParameterException` for a factor that the user does not have or the pool does not allow, for
    ///   more than one preferred, and for passkeys as the only one.
    func applied(
        to user: UserRecord, in pool: UserPoolRecord, byAdministrator: Bool
    ) throws(ServiceFault) -> UserMFA {
        guard choices.count(where: \.isPreferred) <= 1 else {
            throw .invalidParameter("Only one MFA method can be preferred.")
        }
        guard usesPasskeys != true || pool.mfa.countsPasskeysTwice else {
            throw .invalidParameter(
                "WebAuthnMfaSettings need the FactorConfiguration MULTI_FACTOR_WITH_USER_VERIFICATION in the user pool."
            )
        }
        var mfa = user.mfa
        for choice in choices {
            if choice.isEnabled { try user.checkDelivery(of: choice.factor, in: pool) }
            guard
                choice.isEnabled || byAdministrator || pool.mfa.requirement != .on
                    || !mfa.enabled.contains(choice.factor)
            else { throw .cannotSwitchOff(choice.factor) }
            mfa.set(choice.factor, enabled: choice.isEnabled, preferred: choice.isPreferred)
        }
        if let usesPasskeys { mfa.usesPasskeys = usesPasskeys }
        // Who loses the passkey must not be locked out.
        guard !mfa.usesPasskeys || !mfa.switchedOn.isEmpty || mfa.softwareToken != nil else {
            throw .invalidParameter("WebAuthnMfaSettings need another MFA method that is turned on.")
        }
        return mfa
    }
}

extension UserMFA {
    /// Switches a factor on or off, and makes it the preferred one or an ordinary one.
    mutating func set(_ factor: SecondFactor, enabled isEnabled: Bool, preferred isPreferred: Bool) {
        if isEnabled { enabled.insert(factor) } else { enabled.remove(factor) }
        if isEnabled, isPreferred { preferred = factor } else if preferred == factor { preferred = nil }
    }
}

extension UserRecord {
    /// - Throws: `InvalidParameterException` unless the factor could be asked for at a sign-in.
    func checkDelivery(of factor: SecondFactor, in pool: UserPoolRecord) throws(ServiceFault) {
        guard factor != .softwareToken || mfa.softwareToken != nil else {
            throw .invalidParameter("User has not verified software token mfa")
        }
        guard pool.mfa.allowed.contains(factor), canUse(factor) else {
            throw .invalidParameter("User does not have delivery config set to turn on \(factor.rawValue)")
        }
    }
}

extension ServiceFault {
    static func cannotSwitchOff(_ factor: SecondFactor) -> ServiceFault {
        .invalidParameter("The user pool requires MFA, so \(factor.rawValue) cannot be turned off.")
    }
}
