// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Revokes a refresh token with every access token of the same sign-in.
    ///
    /// An unknown token is not an error.
    package func revokeToken(_ request: RevokeTokenRequest) async throws(ServiceFault) -> RevokeTokenResponse {
        let client = try await pools.read { try $0.existingClient(request.clientId).client }
        try pools.clientSecrets.checkSecret(request.clientSecret, client: client)
        guard client.isRevocationEnabled else {
            throw ServiceFault(.unsupportedOperation, "Token revocation is disabled for this client.")
        }
        guard PresentedToken(request.token) == nil else {
            throw ServiceFault(.unsupportedTokenType, "Unsupported token type: only refresh tokens can be revoked.")
        }
        let hash = pools.tokenSecrets.refreshTokenHash(request.token)
        let now = pools.clock.now
        try await pools.write { store in
            guard
                let token = try store.refreshToken(hash),
                let family = try store.tokenFamily(token.familyID, inPool: token.poolID)
            else { return }
            guard family.clientID == client.id else {
                throw ServiceFault(.unauthorized, "The token was issued to another client.")
            }
            try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
        }
        return RevokeTokenResponse()
    }
}
