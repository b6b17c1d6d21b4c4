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
    /// Replaces a pool's settings; settings that the request omits get the defaults of a new pool.
    ///
    /// The schema, the sign-in names and the case rule do not change, nor the name unless the request has a new one.
    package func updateUserPool(
        _ request: UpdateUserPoolRequest
    ) async throws(ServiceFault) -> UpdateUserPoolResponse {
        let now = clock.now
        try await records.write { store in
            try store.refuseDuringImport(intoPool: request.userPoolId)
            try store.changePool(request.userPoolId, at: now) { pool in
                pool.description = try UserPoolType(
                    pool.description, resetTo: CreateUserPoolRequest(request, name: pool.description.name ?? ""))
                pool.settleFactors()
                try pool.checkFactors()
            }
        }
        return UpdateUserPoolResponse()
    }
}

extension UserPoolType {
    /// Creates the description that `request` would create, with the settings of the present pool that cannot change.
    fileprivate init(_ present: UserPoolType, resetTo request: CreateUserPoolRequest) throws(ServiceFault) {
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
    /// Creates the request for a new pool with the same settings.
    fileprivate init(_ request: UpdateUserPoolRequest, name: String) {
        self.init(
            poolName: request.poolName ?? name,
            policies: request.policies,
            deletionProtection: request.deletionProtection,
            lambdaConfig: request.lambdaConfig,
            autoVerifiedAttributes: request.autoVerifiedAttributes,
            smsVerificationMessage: request.smsVerificationMessage,
            emailVerificationMessage: request.emailVerificationMessage,
            emailVerificationSubject: request.emailVerificationSubject,
            verificationMessageTemplate: request.verificationMessageTemplate,
            smsAuthenticationMessage: request.smsAuthenticationMessage,
            mfaConfiguration: request.mfaConfiguration,
            userAttributeUpdateSettings: request.userAttributeUpdateSettings,
            deviceConfiguration: request.deviceConfiguration,
            emailConfiguration: request.emailConfiguration,
            smsConfiguration: request.smsConfiguration,
            userPoolTags: request.userPoolTags,
            adminCreateUserConfig: request.adminCreateUserConfig,
            userPoolAddOns: request.userPoolAddOns,
            dcrConfiguration: request.dcrConfiguration,
            accountRecoverySetting: request.accountRecoverySetting,
            userPoolTier: request.userPoolTier,
            keyConfiguration: request.keyConfiguration,
            issuerConfiguration: request.issuerConfiguration,
            acrConfiguration: request.acrConfiguration)
    }
}
