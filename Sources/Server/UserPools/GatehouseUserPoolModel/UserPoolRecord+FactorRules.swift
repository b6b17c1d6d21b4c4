// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseWebAuthn
package import GatehouseWire

/// The rules for the combination of a pool's factors, for every operation that sets them.
extension UserPoolRecord {
    /// Updates the setting for SMS from the description: a pool without an SMS configuration has no codes by SMS; a
    /// pool with one, in which MFA is on or optional and no second factor is set, gets codes by SMS.
    package mutating func settleFactors() {
        guard description.smsConfiguration != nil else {
            factors.usesSMS = false
            return
        }
        if description.mfaConfiguration != .off, factors.second.isEmpty { factors.usesSMS = true }
    }

    /// Checks the pool's factors.
    ///
    /// - Throws: `InvalidParameterException` for factors that contradict each other or other settings of the pool, and
    ///   `FeatureUnavailableInTierException` for codes by e-mail, or for a first factor other than the password, in the
    ///   lowest tier.
    package func checkFactors() throws(ServiceFault) {
        guard mfa.requirement == .off || !mfa.allowed.isEmpty else {
            throw .invalidParameter(
                "At least one of [SmsMfaConfiguration] or [SoftwareTokenMfaConfiguration] must be provided.")
        }
        if mfa.allowed.contains(.sms) { try checkSMS() }
        if factors.email != nil { try checkEmail() }
        try checkFirstFactors()
    }

    /// Checks that the pool's tier has `USER_AUTH`, the choice of a first factor.
    ///
    /// - Throws: `FeatureUnavailableInTierException` in the lowest tier.
    package func checkChoiceOfFactors() throws(ServiceFault) {
        guard description.userPoolTier != .lite else {
            throw ServiceFault(.featureUnavailableInTier, "USER_AUTH is not available in the LITE tier.")
        }
    }

    /// Checks that codes by SMS have a role of Amazon SNS or settings of AWS End User Messaging; the text is the
    /// service's own.
    private func checkSMS() throws(ServiceFault) {
        let configuration = description.smsConfiguration
        guard configuration?.snsCallerArn != nil || configuration?.eumsSms != nil else {
            throw .invalidParameter("[SmsConfiguration] is a required member of [SoftwareTokenMfaConfiguration].")
        }
    }

    private func checkEmail() throws(ServiceFault) {
        guard description.userPoolTier != .lite else {
            throw ServiceFault(
                .featureUnavailableInTier, "EmailMfaConfiguration is not available in the UserPoolTier LITE.")
        }
        guard description.emailConfiguration?.emailSendingAccount == .developer else {
            throw .invalidParameter(
                "EmailMfaConfiguration needs an EmailConfiguration with the EmailSendingAccount DEVELOPER.")
        }
        let channels = (description.accountRecoverySetting?.recoveryMechanisms ?? []).map(\.name)
        guard channels != [.verifiedEmail] else {
            throw .invalidParameter(
                "EmailMfaConfiguration needs an AccountRecoverySetting with another way than verified_email.")
        }
    }

    private func checkFirstFactors() throws(ServiceFault) {
        guard !firstFactors.contains(.softwareToken) else {
            throw .invalidParameter("SOFTWARE_TOKEN cannot be a first factor.")
        }
        guard description.userPoolTier != .lite || firstFactors == [.password] else {
            throw ServiceFault(
                .featureUnavailableInTier,
                "AllowedFirstAuthFactors other than PASSWORD are not available in the UserPoolTier LITE.")
        }
        guard factors.webAuthn?.relyingPartyId.map(RelyingParty.isDomain) ?? true else {
            throw .invalidParameter("RelyingPartyId must be a domain below a top-level domain, or localhost.")
        }
        guard firstFactors != [.webAuthn] else {
            throw .invalidParameter("WEB_AUTHN must be allowed along with another first factor.")
        }
        guard mfa.requirement == .on else { return }
        guard firstFactors.isDisjoint(with: [.emailOtp, .smsOtp]) else {
            throw .invalidParameter(
                "EMAIL_OTP and SMS_OTP cannot be AllowedFirstAuthFactors while MfaConfiguration is ON.")
        }
        guard !firstFactors.contains(.webAuthn) || factors.countsPasskeysTwice else {
            throw .invalidParameter(
                "WEB_AUTHN can be one of the AllowedFirstAuthFactors while MfaConfiguration is ON only with the "
                    + "FactorConfiguration MULTI_FACTOR_WITH_USER_VERIFICATION.")
        }
    }
}
