// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolRecord {
    /// Creates the record of a requested pool, with Cognito's defaults for missing members.
    ///
    /// - Throws: `InvalidParameterException` if settings contradict each other, and `FeatureUnavailableInTierException`
    ///   for settings that the pool's tier does not have.
    package init(
        _ request: CreateUserPoolRequest, id: String, region: String, accountID: String, now: Date
    ) throws(ServiceFault) {
        try request.checkConsistency()
        var request = request
        try request.settleMessages(changing: nil)
        var pool = UserPoolType(request)
        try pool.checkSettings()
        pool.id = id
        pool.arn = "arn:aws:cognito-idp:\(region):\(accountID):userpool/\(id)"
        pool.creationDate = now
        pool.lastModifiedDate = now
        pool.schemaAttributes = try UserPoolSchema.attributes(extendedBy: request.schema ?? [])
        self.init(id: id, description: pool, createdAt: now, modifiedAt: now)
        settleFactors()
        try checkFactors()
    }
}

extension UserPoolType {
    /// Creates the description of a requested pool with default values, but without id, ARN, dates and schema.
    package init(_ request: CreateUserPoolRequest) {
        let days =
            request.policies?.passwordPolicy?.temporaryPasswordValidityDays
            ?? request.adminCreateUserConfig?.unusedAccountValidityDays ?? 7
        self.init(
            name: request.poolName,
            policies: UserPoolPolicyType(completing: request.policies, temporaryPasswordValidityDays: days),
            deletionProtection: request.deletionProtection ?? .inactive,
            lambdaConfig: request.lambdaConfig ?? LambdaConfigType(),
            autoVerifiedAttributes: request.autoVerifiedAttributes,
            aliasAttributes: request.aliasAttributes,
            usernameAttributes: request.usernameAttributes,
            smsVerificationMessage: request.smsVerificationMessage,
            emailVerificationMessage: request.emailVerificationMessage,
            emailVerificationSubject: request.emailVerificationSubject,
            verificationMessageTemplate: request.verificationMessageTemplate,
            smsAuthenticationMessage: request.smsAuthenticationMessage,
            userAttributeUpdateSettings: request.userAttributeUpdateSettings,
            mfaConfiguration: request.mfaConfiguration ?? .off,
            deviceConfiguration: request.deviceConfiguration,
            emailConfiguration: EmailConfigurationType(completing: request.emailConfiguration),
            smsConfiguration: request.smsConfiguration,
            userPoolTags: request.userPoolTags ?? [:],
            adminCreateUserConfig: AdminCreateUserConfigType(
                completing: request.adminCreateUserConfig, unusedAccountValidityDays: days),
            userPoolAddOns: request.userPoolAddOns,
            dcrConfiguration: request.dcrConfiguration,
            usernameConfiguration: request.usernameConfiguration,
            accountRecoverySetting: request.accountRecoverySetting,
            userPoolTier: request.userPoolTier ?? .essentials,
            keyConfiguration: request.keyConfiguration ?? KeyConfigurationType(keyType: .awsOwnedKey),
            issuerConfiguration: request.issuerConfiguration ?? IssuerConfigurationType(type: .original),
            acrConfiguration: request.acrConfiguration?.completed)
        unifyMessages()
    }
}

extension UserPoolPolicyType {
    /// Creates policies without missing members; the defaults are a length of 8, all classes of characters, and
    /// temporary passwords that are valid for seven days.
    fileprivate init(completing given: UserPoolPolicyType?, temporaryPasswordValidityDays days: Int) {
        let policy = given?.passwordPolicy
        let all = policy == nil
        self.init(
            passwordPolicy: PasswordPolicyType(
                minimumLength: policy?.minimumLength ?? 8,
                requireUppercase: policy?.requireUppercase ?? all,
                requireLowercase: policy?.requireLowercase ?? all,
                requireNumbers: policy?.requireNumbers ?? all,
                requireSymbols: policy?.requireSymbols ?? all,
                passwordHistorySize: policy?.passwordHistorySize,
                temporaryPasswordValidityDays: days),
            signInPolicy: given?.signInPolicy ?? SignInPolicyType(allowedFirstAuthFactors: [.password]))
    }
}

extension AdminCreateUserConfigType {
    /// Creates a configuration without missing members; `unusedAccountValidityDays` is the older name for the validity
    /// of temporary passwords and has the same value.
    fileprivate init(completing given: AdminCreateUserConfigType?, unusedAccountValidityDays days: Int) {
        self.init(
            allowAdminCreateUserOnly: given?.allowAdminCreateUserOnly ?? false,
            unusedAccountValidityDays: days,
            inviteMessageTemplate: given?.inviteMessageTemplate)
    }
}

extension EmailConfigurationType {
    fileprivate init(completing given: EmailConfigurationType?) {
        self = given ?? EmailConfigurationType()
        emailSendingAccount = emailSendingAccount ?? .cognitoDefault
    }
}

extension CreateUserPoolRequest {
    /// Checks that the two members for the validity of temporary passwords do not have different values; 0 in the older
    /// member means that it has none.
    ///
    /// - Throws: `InvalidParameterException` if they do.
    func checkPasswordDays() throws(ServiceFault) {
        guard
            let older = adminCreateUserConfig?.unusedAccountValidityDays, older != 0,
            let newer = policies?.passwordPolicy?.temporaryPasswordValidityDays, newer != older
        else { return }
        throw .invalidParameter(
            "Please use TemporaryPasswordValidityDays in PasswordPolicy instead of UnusedAccountValidityDays")
    }

    fileprivate func checkConsistency() throws(ServiceFault) {
        try checkPasswordDays()
        let aliases = aliasAttributes ?? []
        guard aliases.isEmpty || (usernameAttributes ?? []).isEmpty else {
            throw .invalidParameter(
                "Only one of the aliasAttributes or usernameAttributes can be set in a user pool.")
        }
        let required = (schema ?? []).filter { $0.required == true }.compactMap(\.name)
        guard !(aliases.contains(.preferredUsername) && required.contains("preferred_username")) else {
            throw .invalidParameter("preferred_username cannot be both required and an alias.")
        }
    }
}
