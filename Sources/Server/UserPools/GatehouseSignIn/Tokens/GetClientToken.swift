// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns an access token of a machine: a client that acts for itself.
    package func getClientToken(
        _ request: GetClientTokenRequest
    ) async throws(ServiceFault) -> GetClientTokenResponse {
        let (client, pool) = try await records.read { try $0.existingClient(request.clientId) }
        guard client.allows(.allowClientTokenAuth) else {
            throw .invalidParameter("CLIENT_TOKEN_AUTH is not enabled for the client.")
        }
        try pools.clientSecrets.checkSecret(request.secret, client: client)
        let result: AuthenticationResultType
        do throws(ServiceFault) {
            result = try await clientToken(
                for: client, in: pool, scopes: request.scopes, resource: nil, metadata: request.clientMetadata)
        } catch {
            // The model of this operation has no fault of a trigger.
            throw error.isOfTrigger ? ServiceFault(.notAuthorized, error.message, cause: error) : error
        }
        return GetClientTokenResponse(
            clientAuthenticationResult: ClientAuthenticationResultType(
                accessToken: result.accessToken, expiresIn: result.expiresIn, tokenType: result.tokenType))
    }
}

extension ServiceFault {
    /// Whether a trigger refused, could not be called or answered nonsense.
    fileprivate var isOfTrigger: Bool {
        [.userLambdaValidation, .unexpectedLambda, .invalidLambdaResponse].contains(code)
    }
}
