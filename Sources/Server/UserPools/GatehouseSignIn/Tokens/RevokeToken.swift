// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Revokes a refresh token with every access token of the same sign-in.
    ///
    /// An unknown token is not an error.
    package func revokeToken(_ request: RevokeTokenRequest) async throws(ServiceFault) -> RevokeTokenResponse {
        let client = try await records.read { try $0.existingClient(request.clientId).client }
        try pools.clientSecrets.checkSecret(request.clientSecret, client: client)
        try await revoke(request.token, of: client, withLinked: request.revokeAssociatedSessions == .linked)
        return RevokeTokenResponse()
    }

    /// Revokes a refresh token of a client that the caller has authenticated, with every access token of the same
    /// sign-in; does nothing for an unknown token.
    ///
    /// `withLinked` also ends the browser session from which the token came, with its other tokens.
    ///
    /// - Throws: `UnsupportedOperationException` for a client without revocation, `UnsupportedTokenTypeException` for
    ///   another kind of token, and `UnauthorizedException` for a token of another client.
    package func revoke(
        _ token: String, of client: AppClientRecord, withLinked: Bool = false
    ) async throws(ServiceFault) {
        guard client.isRevocationEnabled else {
            throw ServiceFault(.unsupportedOperation, "Token revocation is disabled for this client.")
        }
        guard PresentedToken(token) == nil else {
            throw ServiceFault(.unsupportedTokenType, "Unsupported token type: only refresh tokens can be revoked.")
        }
        let hash = pools.tokenSecrets.refreshTokenHash(token)
        let name = pools.tokenSecrets.familyName(in: token)
        let now = pools.clock.now
        try await records.write { store in
            guard
                let token = try store.refreshToken(hash, naming: name),
                let family = try store.tokenFamily(token.familyID, inPool: token.poolID)
            else { return }
            guard family.clientID == client.id else {
                throw ServiceFault(.unauthorized, "The token was issued to another client.")
            }
            try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
            if withLinked { try store.endBrowserSession(of: family, withLinked: true, at: now) }
        }
    }
}
