// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolType {
    /// Checks the rules that settings must follow in every operation that sets them.
    ///
    /// - Throws: `InvalidParameterException` if settings contradict each other, and `FeatureUnavailableInTierException`
    ///   for names of authentication levels in the lowest tier.
    func checkSettings() throws(ServiceFault) {
        let verified = Set((autoVerifiedAttributes ?? []).map(\.rawValue))
        let pending = (userAttributeUpdateSettings?.attributesRequireVerificationBeforeUpdate ?? []).map(\.rawValue)
        guard verified.isSuperset(of: pending) else {
            throw .invalidParameter(
                "All attributes in AttributesRequireVerificationBeforeUpdate must exist in AutoVerifiedAttributes")
        }
        try lambdaConfig?.check()
        try checkInvitation()
        try checkRecovery()
        try checkLevels()
        guard keyConfiguration?.keyType != .customerManagedKey || keyConfiguration?.kmsKeyArn != nil else {
            throw .invalidParameter("KmsKeyArn is required for a CUSTOMER_MANAGED_KEY.")
        }
        guard emailConfiguration?.emailSendingAccount != .developer || emailConfiguration?.sourceArn != nil else {
            throw .invalidParameter("SourceArn is required for the EmailSendingAccount DEVELOPER.")
        }
    }

    /// Checks that recovery mechanisms differ in name and priority, and that `admin_only` has no other beside it.
    private func checkRecovery() throws(ServiceFault) {
        let mechanisms = accountRecoverySetting?.recoveryMechanisms ?? []
        guard
            Set(mechanisms.map(\.name)).count == mechanisms.count,
            Set(mechanisms.map(\.priority)).count == mechanisms.count
        else {
            throw .invalidParameter("Names and priorities of RecoveryMechanisms must differ from each other.")
        }
        guard mechanisms.count == 1 || !mechanisms.contains(where: { $0.name == .adminOnly }) else {
            throw .invalidParameter("admin_only cannot be used along with other RecoveryMechanisms.")
        }
    }

    /// Checks that the names of all authentication levels differ, including default names.
    private func checkLevels() throws(ServiceFault) {
        guard acrConfiguration == nil || userPoolTier != .lite else {
            throw ServiceFault(.featureUnavailableInTier, "AcrConfiguration is not available in the UserPoolTier LITE.")
        }
        let names = AuthenticationLevel.allCases.map { $0.name(in: acrConfiguration) }
        guard Set(names).count == names.count else {
            throw .invalidParameter("The values of AcrConfiguration must differ from each other.")
        }
    }
}

extension LambdaConfigType {
    /// Checks that a pool with a custom sender names the key under which codes are encrypted, and that both members for
    /// the function that changes tokens name the same one.
    /// - Throws: `InvalidParameterException`.
    fileprivate func check() throws(ServiceFault) {
        if let older = preTokenGeneration, let newer = preTokenGenerationConfig, newer.lambdaArn != older {
            throw .invalidParameter(
                "PreTokenGeneration and the LambdaArn of PreTokenGenerationConfig must be identical.")
        }
        guard customEmailSender == nil && customSMSSender == nil || kmsKeyID != nil else {
            throw .invalidParameter("KMSKeyID is required for CustomEmailSender and CustomSMSSender.")
        }
    }
}
