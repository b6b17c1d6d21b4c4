// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The second factors that a request sets for a user; factors that it omits do not change.
struct MFAPreference: Sendable {
    /// The settings of one factor.
    struct Choice: Sendable, Equatable {
        let factor: SecondFactor
        let isEnabled: Bool
        let isPreferred: Bool

        /// Creates the settings; a factor that is not enabled cannot be preferred.
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

    /// The user's factors after these choices.
    ///
    /// If the pool requires a second factor, users can choose among their factors but not disable one; administrators
    /// can.
    ///
    /// - Throws: `InvalidParameterException` for a factor that the user does not have or the pool does not allow, for
    ///   more than one preferred factor, and for passkeys as the only factor.
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
        // A user who loses the passkey must not be locked out.
        guard !mfa.usesPasskeys || !mfa.switchedOn.isEmpty || mfa.softwareToken != nil else {
            throw .invalidParameter("WebAuthnMfaSettings need another MFA method that is turned on.")
        }
        return mfa
    }
}

extension UserMFA {
    /// Enables or disables a factor, and sets or removes it as the preferred one.
    mutating func set(_ factor: SecondFactor, enabled isEnabled: Bool, preferred isPreferred: Bool) {
        if isEnabled { enabled.insert(factor) } else { enabled.remove(factor) }
        if isEnabled, isPreferred { preferred = factor } else if preferred == factor { preferred = nil }
    }
}

extension UserRecord {
    /// - Throws: `InvalidParameterException` if a sign-in could not use the factor.
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
