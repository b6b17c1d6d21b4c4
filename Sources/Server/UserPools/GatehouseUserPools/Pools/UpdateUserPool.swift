// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Changes a pool's settings.
    ///
    /// What becomes of a setting that the request omits is decided setting by setting, as docs/updates.md lists it: the
    /// name, MFA, the policies, account recovery, deletion protection, the tier and the tags keep their values; others
    /// get the defaults of a new pool. The schema, the sign-in names and the case rule do not change.
    package func updateUserPool(
        _ request: UpdateUserPoolRequest
    ) async throws(ServiceFault) -> UpdateUserPoolResponse {
        let now = clock.now
        try await records.write { store in
            try store.refuseDuringImport(intoPool: request.userPoolId)
            try store.changePool(request.userPoolId, at: now) { pool in
                pool.description = try UserPoolType(
                    pool.description, changedBy: CreateUserPoolRequest(request, keeping: pool))
                pool.settleFactors()
                try pool.checkFactors()
            }
        }
        return UpdateUserPoolResponse()
    }
}

extension UserPoolType {
    /// Creates the description that `request` would create, with the settings of the present pool that cannot change.
    fileprivate init(_ present: UserPoolType, changedBy request: CreateUserPoolRequest) throws(ServiceFault) {
        try request.checkPasswordDays()
        var request = request
        try request.settleMessages(changing: present)
        self.init(request)
        try checkSettings()
        id = present.id
        arn = present.arn
        creationDate = present.creationDate
        domain = present.domain
        customDomain = present.customDomain
        schemaAttributes = present.schemaAttributes
        aliasAttributes = present.aliasAttributes
        usernameAttributes = present.usernameAttributes
        usernameConfiguration = present.usernameConfiguration
    }
}

extension CreateUserPoolRequest {
    /// Creates the request for a new pool with the settings after an update.
    ///
    /// The settings for messages stay while a factor of the pool needs them, and the attributes that wait for their
    /// code stay beside the auto-verified attributes.
    fileprivate init(_ request: UpdateUserPoolRequest, keeping pool: UserPoolRecord) {
        let present = pool.description
        let policies = UserPoolPolicyType(
            passwordPolicy: request.policies?.passwordPolicy ?? present.policies?.passwordPolicy,
            signInPolicy: request.policies?.signInPolicy ?? present.policies?.signInPolicy)
        let firstFactors = policies.signInPolicy?.allowedFirstAuthFactors ?? []
        let sendsSMS = pool.factors.usesSMS || firstFactors.contains(.smsOtp)
        self.init(
            poolName: request.poolName ?? present.name ?? "",
            policies: policies,
            deletionProtection: request.deletionProtection ?? present.deletionProtection,
            lambdaConfig: request.lambdaConfig,
            autoVerifiedAttributes: request.autoVerifiedAttributes,
            smsVerificationMessage: request.smsVerificationMessage,
            emailVerificationMessage: request.emailVerificationMessage,
            emailVerificationSubject: request.emailVerificationSubject,
            verificationMessageTemplate: request.verificationMessageTemplate,
            smsAuthenticationMessage: request.smsAuthenticationMessage
                ?? (sendsSMS ? present.smsAuthenticationMessage : nil),
            mfaConfiguration: request.mfaConfiguration ?? present.mfaConfiguration,
            userAttributeUpdateSettings: request.userAttributeUpdateSettings
                ?? (request.autoVerifiedAttributes != nil ? present.userAttributeUpdateSettings : nil),
            deviceConfiguration: request.deviceConfiguration,
            emailConfiguration: request.emailConfiguration
                ?? (pool.factors.email != nil ? present.emailConfiguration : nil),
            smsConfiguration: request.smsConfiguration ?? (sendsSMS ? present.smsConfiguration : nil),
            userPoolTags: request.userPoolTags ?? present.userPoolTags,
            adminCreateUserConfig: request.adminCreateUserConfig,
            userPoolAddOns: request.userPoolAddOns,
            dcrConfiguration: request.dcrConfiguration,
            accountRecoverySetting: request.accountRecoverySetting ?? present.accountRecoverySetting,
            userPoolTier: request.userPoolTier ?? present.userPoolTier,
            keyConfiguration: request.keyConfiguration ?? present.keyConfiguration,
            issuerConfiguration: request.issuerConfiguration ?? present.issuerConfiguration,
            acrConfiguration: request.acrConfiguration)
    }
}
