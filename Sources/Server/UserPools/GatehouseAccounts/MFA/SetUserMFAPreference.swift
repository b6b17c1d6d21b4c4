// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Sets which second factors the user has enabled, and which of them is preferred.
    package func setUserMFAPreference(
        _ request: SetUserMFAPreferenceRequest
    ) async throws(ServiceFault) -> SetUserMFAPreferenceResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let preference = MFAPreference(
            sms: request.smsMfaSettings, softwareToken: request.softwareTokenMfaSettings,
            email: request.emailMfaSettings, webAuthn: request.webAuthnMfaSettings)
        let now = clock.now
        try await records.write { store in
            let (user, pool) = (try store.present(user), try store.existingPool(user.poolID))
            try store.save(preference.applied(to: user, in: pool, byAdministrator: false), of: user, at: now)
        }
        return SetUserMFAPreferenceResponse()
    }
}

extension RecordOperations {
    /// Sets which second factors a user has enabled, and which of them is preferred.
    package func adminSetUserMFAPreference(
        _ request: AdminSetUserMFAPreferenceRequest
    ) async throws(ServiceFault) -> AdminSetUserMFAPreferenceResponse {
        let preference = MFAPreference(
            sms: request.smsMfaSettings, softwareToken: request.softwareTokenMfaSettings,
            email: request.emailMfaSettings, webAuthn: request.webAuthnMfaSettings)
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.save(preference.applied(to: user, in: pool, byAdministrator: true), of: user, at: now)
        }
        return AdminSetUserMFAPreferenceResponse()
    }
}

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
