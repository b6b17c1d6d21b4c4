// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityTokens: WebIdentityIssuer {
    /// The claim `iss` of identity tokens.
    package var issuer: String { deployment.identityTokenIssuer }

    /// The identity of a token that exists and is not disabled.
    package func person(of token: String) async throws(ServiceFault) -> WebIdentity? {
        guard let token = try await verified(token) else { return nil }
        let current = try await ServiceFault.translating {
            try await store.read { store -> (IdentityRecord, IdentityPoolRecord)? in
                guard let identity = try store.identity(token.identityID), identity.poolID == token.poolID,
                    identity.state != .disabled, let pool = try store.identityPool(token.poolID)
                else { return nil }
                return (identity, pool)
            }
        }
        guard let (identity, pool) = current else {
            throw ServiceFault(.invalidIdentityToken, "The identity of the token does not exist")
        }
        return WebIdentity(
            ownSubject: token.identityID, audience: token.poolID, provider: LoginProvider.cognitoIdentity,
            authenticationMethods: token.authenticationMethods, tags: token.principalTags,
            role: role(of: identity, in: pool, by: token))
    }

    /// The role that `GetCredentialsForIdentity` would give the identity now, for what the token proves; `nil` for none,
    /// and for a pool without the classic flow.
    private func role(of identity: IdentityRecord, in pool: IdentityPoolRecord, by token: IdentityToken) -> String? {
        let keys = LoginKey(deployment: deployment)
        let choice = RoleChoice(roles: pool.roles, keys: keys)
        do {
            try pool.checkClassicFlow(for: token.authenticationMethods)
            guard !token.isOfGuest else {
                guard identity.state == .guest, pool.description.allowUnauthenticatedIdentities else { return nil }
                return try choice.roleOfGuest(customRole: nil).arn.text
            }
            let isLinked = identity.logins.contains { login in
                token.proves(login) && LoginProvider.isOf(pool.description, login.provider, keys: keys)
            }
            guard identity.state == .authenticated, isLinked else { return nil }
            return try choice.role(of: [], customRole: nil).arn.text
        } catch {
            return nil
        }
    }
}
