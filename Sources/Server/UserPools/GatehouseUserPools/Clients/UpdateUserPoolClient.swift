// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Changes a client's settings.
    ///
    /// What becomes of a setting that the request omits is decided setting by setting, as docs/updates.md lists it: the
    /// name, the lifetime of refresh tokens with its unit, and settings that protect users keep their values; others get
    /// the defaults of a new client. The secrets do not change.
    package func updateUserPoolClient(
        _ request: UpdateUserPoolClientRequest
    ) async throws(ServiceFault) -> UpdateUserPoolClientResponse {
        let now = pools.clock.now
        let client = try await records.write { store in
            var client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            let settings = try CreateUserPoolClientRequest(request, keeping: client.description)
            let pool = try store.existingPool(request.userPoolId)
            try ClientSettings.check(settings, hasSecret: !client.secrets.isEmpty, in: pool)
            try store.checkProviders(settings.supportedIdentityProviders, in: pool)
            try ClientOAuthSettings.checkScopes(settings, in: store)
            client.description = UserPoolClientType(settings, id: client.id, now: now)
            client.description.creationDate = client.createdAt
            client.modifiedAt = now
            try store.update(client)
            return client
        }
        return UpdateUserPoolClientResponse(userPoolClient: try pools.clientSecrets.printed(client))
    }
}

extension CreateUserPoolClientRequest {
    /// Creates the request for a new client with the settings after an update.
    ///
    /// - Throws: `InvalidParameterException` if the request has another unit for a kept lifetime.
    fileprivate init(
        _ request: UpdateUserPoolClientRequest, keeping present: UserPoolClientType
    ) throws(ServiceFault) {
        let rotation = request.refreshTokenRotation ?? present.refreshTokenRotation
        // The default flows contain ALLOW_REFRESH_TOKEN_AUTH, which rotation excludes.
        let keptFlows = rotation?.feature == .enabled ? present.explicitAuthFlows : nil
        self.init(
            userPoolId: request.userPoolId,
            clientName: request.clientName ?? present.clientName ?? "",
            refreshTokenValidity: request.refreshTokenValidity ?? present.refreshTokenValidity,
            accessTokenValidity: request.accessTokenValidity,
            idTokenValidity: request.idTokenValidity,
            tokenValidityUnits: try request.units(keeping: present),
            readAttributes: request.readAttributes,
            writeAttributes: request.writeAttributes,
            explicitAuthFlows: request.explicitAuthFlows ?? keptFlows,
            supportedIdentityProviders: request.supportedIdentityProviders,
            callbackURLs: request.callbackURLs,
            logoutURLs: request.logoutURLs,
            defaultRedirectURI: request.defaultRedirectURI,
            allowedOAuthFlows: request.allowedOAuthFlows,
            allowedOAuthScopes: request.allowedOAuthScopes,
            allowedOAuthFlowsUserPoolClient: request.allowedOAuthFlowsUserPoolClient,
            analyticsConfiguration: request.analyticsConfiguration,
            preventUserExistenceErrors: request.preventUserExistenceErrors ?? present.preventUserExistenceErrors,
            enableTokenRevocation: request.enableTokenRevocation ?? present.enableTokenRevocation,
            enablePropagateAdditionalUserContextData: request.enablePropagateAdditionalUserContextData,
            authSessionValidity: request.authSessionValidity ?? present.authSessionValidity,
            refreshTokenRotation: rotation,
            publishSecretsInAWSSecretsManager: request.publishSecretsInAWSSecretsManager)
    }
}

extension UpdateUserPoolClientRequest {
    /// Returns the units of the lifetimes after the update: a lifetime and its unit are set or kept together.
    ///
    /// - Throws: `InvalidParameterException` if the request has another unit for the lifetime of refresh tokens, but not
    ///   the lifetime: the kept number would mean another time.
    fileprivate func units(keeping present: UserPoolClientType) throws(ServiceFault) -> TokenValidityUnitsType? {
        guard refreshTokenValidity == nil else { return tokenValidityUnits }
        let kept = present.tokenValidityUnits?.refreshToken
        if let unit = tokenValidityUnits?.refreshToken {
            guard unit == kept ?? .days else {
                throw .invalidParameter(
                    "RefreshToken in TokenValidityUnits cannot be changed without RefreshTokenValidity.")
            }
            return tokenValidityUnits
        }
        var units = tokenValidityUnits ?? TokenValidityUnitsType()
        units.refreshToken = kept
        return units
    }
}
