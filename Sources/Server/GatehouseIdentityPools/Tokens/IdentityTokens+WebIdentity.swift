// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityTokens: WebIdentityIssuer {
    /// The claim `iss` of identity tokens.
    package var issuer: String { deployment.identityTokenIssuer }

    /// The identity of a token that exists and is not disabled.
    package func person(of token: String) async throws(ServiceFault) -> WebIdentity? {
        guard let token = try await verified(token) else { return nil }
        let isCurrent = try await ServiceFault.translating {
            try await store.read { store in
                guard let identity = try store.identity(token.identityID), identity.poolID == token.poolID,
                    identity.state != .disabled
                else { return false }
                return try store.identityPool(token.poolID) != nil
            }
        }
        guard isCurrent else {
            throw ServiceFault(.invalidIdentityToken, "The identity of the token does not exist")
        }
        return WebIdentity(
            ownSubject: token.identityID, audience: token.poolID, provider: LoginProvider.cognitoIdentity,
            authenticationMethods: token.authenticationMethods, tags: token.principalTags)
    }
}
