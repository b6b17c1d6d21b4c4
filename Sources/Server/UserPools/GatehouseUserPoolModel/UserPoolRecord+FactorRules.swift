// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWebAuthn
package import GatehouseWire

/// The rules that all factors of a pool follow together, whichever operation sets them.
extension UserPoolRecord {
    /// Lets the description say which factors there are: a pool without a way for SMS has no codes by SMS, and one that
    /// demands or offers a second factor and names none means SMS.
    package mutating func settleFactors() {
        guard description.smsConfiguration != nil else {
            factors.usesSMS = false
            return
        }
        if description.mfaConfiguration != .off, factors.second.isEmpty { factors.usesSMS = true }
    }

    /// - Throws: `InvalidParameterException` for factors that contradict each other or the rest of the pool, and
    ///   `FeatureUnavailableInTierException` for e-mail codes in the lowest tier.
    package func checkFactors() throws(ServiceFault) {
        guard mfa.requirement == .off || !mfa.allowed.isEmpty else {
            throw .invalidParameter(
                "At least one of [SmsMfaConfiguration] or [SoftwareTokenMfaConfiguration] must be provided.")
        }
        if factors.email != nil { try checkEmail() }
        try checkFirstFactors()
    }

    /// Users of the lowest tier choose no first factor.
    /// - Throws: `FeatureUnavailableInTierException` in that tier.
    package func checkChoiceOfFactors() throws(ServiceFault) {
        guard description.userPoolTier != .lite else {
            throw ServiceFault(.featureUnavailableInTier, "USER_AUTH is not available in the LITE tier.")
        }
    }

    private func checkEmail() throws(ServiceFault) {
        guard description.userPoolTier != .lite else {
            throw ServiceFault(
                .featureUnavailableInTier, "MFA with e-mail messages is not available in the LITE tier.")
        }
        guard description.emailConfiguration?.emailSendingAccount == .developer else {
            throw .invalidParameter("MFA with e-mail messages needs the EmailSendingAccount DEVELOPER.")
        }
        let channels = (description.accountRecoverySetting?.recoveryMechanisms ?? []).map(\.name)
        guard channels != [.verifiedEmail] else {
            throw .invalidParameter("MFA with e-mail messages cannot be used where e-mail alone recovers accounts.")
        }
    }

    private func checkFirstFactors() throws(ServiceFault) {
        guard !firstFactors.contains(.softwareToken) else {
            throw .invalidParameter("SOFTWARE_TOKEN cannot be a first factor.")
        }
        guard factors.webAuthn?.relyingPartyId.map(RelyingParty.isDomain) ?? true else {
            throw .invalidParameter("RelyingPartyId must be a domain below a top-level domain, or localhost.")
        }
        guard firstFactors != [.webAuthn] else {
            throw .invalidParameter("WEB_AUTHN must be allowed along with another first factor.")
        }
        guard mfa.requirement == .on else { return }
        guard firstFactors.isDisjoint(with: [.emailOtp, .smsOtp]) else {
            throw .invalidParameter("EMAIL_OTP and SMS_OTP cannot be first factors where MFA is required.")
        }
        guard !firstFactors.contains(.webAuthn) || factors.countsPasskeysTwice else {
            throw .invalidParameter(
                "WEB_AUTHN can be a first factor where MFA is required only with the FactorConfiguration "
                    + "MULTI_FACTOR_WITH_USER_VERIFICATION.")
        }
    }
}
