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
    /// Replaces a client's settings; settings that the request omits get the defaults of a new client.
    ///
    /// The secrets do not change, nor the name unless the request has a new one.
    package func updateUserPoolClient(
        _ request: UpdateUserPoolClientRequest
    ) async throws(ServiceFault) -> UpdateUserPoolClientResponse {
        let now = pools.clock.now
        let client = try await pools.write { store in
            var client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            let settings = CreateUserPoolClientRequest(request, name: client.description.clientName ?? "")
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
    /// Creates the request for a new client with the same settings.
    fileprivate init(_ request: UpdateUserPoolClientRequest, name: String) {
        self.init(
            userPoolId: request.userPoolId,
            clientName: request.clientName ?? name,
            refreshTokenValidity: request.refreshTokenValidity,
            accessTokenValidity: request.accessTokenValidity,
            idTokenValidity: request.idTokenValidity,
            tokenValidityUnits: request.tokenValidityUnits,
            readAttributes: request.readAttributes,
            writeAttributes: request.writeAttributes,
            explicitAuthFlows: request.explicitAuthFlows,
            supportedIdentityProviders: request.supportedIdentityProviders,
            callbackURLs: request.callbackURLs,
            logoutURLs: request.logoutURLs,
            defaultRedirectURI: request.defaultRedirectURI,
            allowedOAuthFlows: request.allowedOAuthFlows,
            allowedOAuthScopes: request.allowedOAuthScopes,
            allowedOAuthFlowsUserPoolClient: request.allowedOAuthFlowsUserPoolClient,
            analyticsConfiguration: request.analyticsConfiguration,
            preventUserExistenceErrors: request.preventUserExistenceErrors,
            enableTokenRevocation: request.enableTokenRevocation,
            enablePropagateAdditionalUserContextData: request.enablePropagateAdditionalUserContextData,
            authSessionValidity: request.authSessionValidity,
            refreshTokenRotation: request.refreshTokenRotation,
            publishSecretsInAWSSecretsManager: request.publishSecretsInAWSSecretsManager)
    }
}
