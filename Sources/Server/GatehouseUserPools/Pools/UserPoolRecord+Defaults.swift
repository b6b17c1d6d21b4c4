// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire

extension UserPoolRecord {
    /// The pool that a request asks for, with Cognito's defaults where it says nothing.
    /// - Throws: `InvalidParameterException` when settings contradict each other.
    init(
        _ request: CreateUserPoolRequest, id: String, region: String, accountID: String, now: Date
    ) throws(ServiceFault) {
        try request.checkConsistency()
        var pool = UserPoolType(request)
        try pool.checkSettings()
        pool.id = id
        pool.arn = "arn:aws:cognito-idp:\(region):\(accountID):userpool/\(id)"
        pool.creationDate = now
        pool.lastModifiedDate = now
        pool.schemaAttributes = try UserPoolSchema.attributes(extendedBy: request.schema ?? [])
        self.init(id: id, description: pool, createdAt: now, modifiedAt: now)
    }
}

extension UserPoolType {
    /// Copies what a request sets and fills the rest with defaults; identity, dates and schema are not set.
    init(_ request: CreateUserPoolRequest) {
        self.init(
            name: request.poolName,
            policies: UserPoolPolicyType(completing: request.policies),
            deletionProtection: request.deletionProtection ?? .inactive,
            lambdaConfig: request.lambdaConfig ?? LambdaConfigType(),
            autoVerifiedAttributes: request.autoVerifiedAttributes,
            aliasAttributes: request.aliasAttributes,
            usernameAttributes: request.usernameAttributes,
            smsVerificationMessage: request.smsVerificationMessage,
            emailVerificationMessage: request.emailVerificationMessage,
            emailVerificationSubject: request.emailVerificationSubject,
            verificationMessageTemplate: request.verificationMessageTemplate
                ?? VerificationMessageTemplateType(defaultEmailOption: .confirmWithCode),
            smsAuthenticationMessage: request.smsAuthenticationMessage,
            userAttributeUpdateSettings: request.userAttributeUpdateSettings,
            mfaConfiguration: request.mfaConfiguration ?? .off,
            deviceConfiguration: request.deviceConfiguration,
            emailConfiguration: request.emailConfiguration
                ?? EmailConfigurationType(emailSendingAccount: .cognitoDefault),
            smsConfiguration: request.smsConfiguration,
            userPoolTags: request.userPoolTags ?? [:],
            adminCreateUserConfig: AdminCreateUserConfigType(completing: request.adminCreateUserConfig),
            userPoolAddOns: request.userPoolAddOns,
            dcrConfiguration: request.dcrConfiguration,
            usernameConfiguration: request.usernameConfiguration,
            accountRecoverySetting: request.accountRecoverySetting,
            userPoolTier: request.userPoolTier ?? .essentials,
            keyConfiguration: request.keyConfiguration,
            issuerConfiguration: request.issuerConfiguration,
            acrConfiguration: request.acrConfiguration)
    }
}

extension UserPoolPolicyType {
    /// The policies with every member set: length 8, all classes, temporary passwords for seven days.
    fileprivate init(completing given: UserPoolPolicyType?) {
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
                temporaryPasswordValidityDays: policy?.temporaryPasswordValidityDays ?? 7),
            signInPolicy: given?.signInPolicy ?? SignInPolicyType(allowedFirstAuthFactors: [.password]))
    }
}

extension AdminCreateUserConfigType {
    fileprivate init(completing given: AdminCreateUserConfigType?) {
        self.init(
            allowAdminCreateUserOnly: given?.allowAdminCreateUserOnly ?? false,
            unusedAccountValidityDays: given?.unusedAccountValidityDays ?? 7,
            inviteMessageTemplate: given?.inviteMessageTemplate)
    }
}

extension CreateUserPoolRequest {
    fileprivate func checkConsistency() throws(ServiceFault) {
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
