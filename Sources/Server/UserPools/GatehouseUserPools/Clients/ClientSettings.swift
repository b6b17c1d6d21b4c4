// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for a client's settings.
enum ClientSettings {
    /// Checks the settings of a client.
    ///
    /// - Throws: `InvalidParameterException` for settings that contradict each other or are out of range,
    ///   `FeatureUnavailableInTierException` for `ALLOW_USER_AUTH` in the lowest tier, and the faults of the settings
    ///   for hosted pages.
    static func check(
        _ request: CreateUserPoolClientRequest, hasSecret: Bool, in pool: UserPoolRecord
    ) throws(ServiceFault) {
        let flows = Set(request.explicitAuthFlows ?? [])
        guard flows.isDisjoint(with: .legacy) || flows.isSubset(of: .legacy) else {
            throw .invalidParameter(
                "Cannot use both legacy and ALLOW_ prefixed values in ExplicitAuthFlows; use one kind only.")
        }
        if flows.contains(.allowUserAuth) { try pool.checkChoiceOfFactors() }
        if request.refreshTokenRotation?.feature == .enabled && flows.contains(.allowRefreshTokenAuth) {
            throw .invalidParameter(
                "RefreshTokenRotation cannot be ENABLED while ExplicitAuthFlows has ALLOW_REFRESH_TOKEN_AUTH.")
        }
        guard request.generateSecret != true || request.clientSecret == nil else {
            throw .invalidParameter("GenerateSecret and ClientSecret cannot be used together.")
        }
        guard request.publishSecretsInAWSSecretsManager != true else {
            throw .invalidParameter(
                "PublishSecretsInAWSSecretsManager must be false: Gatehouse has no Secrets Manager. "
                    + "Read the secret with DescribeUserPoolClient.")
        }
        try TokenLifetimes(UserPoolClientType(request, id: "", now: .distantPast)).check()
        try ClientAttributePermissions.check(request, in: pool)
        try ClientOAuthSettings.check(request, hasSecret: hasSecret)
    }
}

extension UserPoolClientType {
    /// Creates the description of a requested client, with Cognito's defaults for missing members and without the
    /// secret.
    package init(_ request: CreateUserPoolClientRequest, id: String, now: Date) {
        self.init(
            userPoolId: request.userPoolId,
            clientName: request.clientName,
            clientId: id,
            lastModifiedDate: now,
            creationDate: now,
            refreshTokenValidity: request.refreshTokenValidity.flatMap { $0 == 0 ? nil : $0 } ?? 30,
            accessTokenValidity: request.accessTokenValidity,
            idTokenValidity: request.idTokenValidity,
            tokenValidityUnits: request.tokenValidityUnits ?? TokenValidityUnitsType(),
            readAttributes: request.readAttributes,
            writeAttributes: request.writeAttributes,
            explicitAuthFlows: request.explicitAuthFlows,
            supportedIdentityProviders: request.supportedIdentityProviders,
            callbackURLs: request.callbackURLs,
            logoutURLs: request.logoutURLs,
            defaultRedirectURI: request.defaultRedirectURI,
            allowedOAuthFlows: request.allowedOAuthFlows,
            allowedOAuthScopes: request.allowedOAuthScopes,
            allowedOAuthFlowsUserPoolClient: request.allowedOAuthFlowsUserPoolClient ?? false,
            analyticsConfiguration: request.analyticsConfiguration,
            preventUserExistenceErrors: request.preventUserExistenceErrors,
            enableTokenRevocation: request.enableTokenRevocation ?? true,
            enablePropagateAdditionalUserContextData: request.enablePropagateAdditionalUserContextData ?? false,
            authSessionValidity: request.authSessionValidity ?? 3,
            refreshTokenRotation: request.refreshTokenRotation)
    }
}
