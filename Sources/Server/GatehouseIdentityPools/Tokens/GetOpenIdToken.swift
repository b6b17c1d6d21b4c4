// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Issues a token of an identity for ten minutes, for the classic flow with `AssumeRoleWithWebIdentity`.
    ///
    /// After a merge, the response may contain another identity than the request.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException`, `ResourceConflictException`,
    ///   `InvalidParameterException` for a pool or a login without the classic flow.
    package func getOpenIdToken(_ request: GetOpenIdTokenInput) async throws(ServiceFault) -> GetOpenIdTokenResponse {
        let (identity, pool) = try await namedIdentity(request.identityId)
        let logins = request.logins ?? [:]
        try pool.checkClassicFlow(for: Array(logins.keys))
        guard !logins.isEmpty else {
            try admitGuest(identity, to: pool)
            return try await token(for: try await used(identity), authenticationMethods: ["unauthenticated"], tags: [:])
        }
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .cognitoTokenInGetId
        )
        let settled = try await settle(proven, identityID: identity.id, in: pool)
        let tags = PrincipalTags(
            maps: pool.principalTags, distrusted: try await distrustedClaims(of: proven, in: pool))
        return try await token(
            for: settled, authenticationMethods: ["authenticated"] + proven.flatMap(\.authenticationMethods),
            tags: try tags.tags(of: proven)
        )
    }

    private func token(
        for identity: IdentityRecord, authenticationMethods: [String], tags: [String: String]
    ) async throws(ServiceFault) -> GetOpenIdTokenResponse {
        let token = IdentityToken(
            identityID: identity.id, poolID: identity.poolID, authenticationMethods: authenticationMethods,
            principalTags: tags, issuedAt: pools.clock.now, lifetime: IdentityToken.lifetime
        )
        return GetOpenIdTokenResponse(identityId: identity.id, token: try await pools.tokens.issue(token))
    }
}

extension IdentityPoolRecord {
    /// Checks that the pool has the classic flow for logins with these keys.
    /// - Throws: `InvalidParameterException`.
    func checkClassicFlow(for logins: [String]) throws(ServiceFault) {
        guard description.allowClassicFlow != false else { throw .classicFlowDisabled }
        guard roles.roleMappings?.isEmpty != false else { throw .classicFlowWithMappings }
        guard description.samlProviderARNs?.contains(where: logins.contains) != true else {
            throw .classicFlowWithSAML
        }
    }
}
