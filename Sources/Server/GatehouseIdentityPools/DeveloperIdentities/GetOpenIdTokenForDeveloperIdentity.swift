// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// The lifetime of a token without `TokenDuration`, in seconds.
    private static let usualTokenDuration: Int64 = 900

    /// Registers a user of the developer's own provider with an identity, and issues a token for it.
    ///
    /// An identity that has logins gets the user only with a valid login of it.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException`, `ResourceConflictException`,
    ///   `DeveloperUserAlreadyRegisteredException`, `InvalidParameterException`.
    package func getOpenIdTokenForDeveloperIdentity(
        _ request: GetOpenIdTokenForDeveloperIdentityInput
    ) async throws(ServiceFault) -> GetOpenIdTokenForDeveloperIdentityResponse {
        try admitAdministrator(to: "GetOpenIdTokenForDeveloperIdentity", onPool: request.identityPoolId)
        let tags = try request.principalTags.map { tags throws(ServiceFault) in try PrincipalTags.checked(tags) }
        let pool = try await read { try $0.existingPool(request.identityPoolId) }
        var logins = request.logins
        let developer = try DeveloperLogin(
            takenFrom: &logins, in: pool.description, keys: LoginKey(deployment: pools.deployment)
        )
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .cognitoTokenInGetId
        )
        let identity = try await settle(
            proven, developer: .registration(developer.login), identityID: request.identityId, in: pool
        )
        let mapped = try PrincipalTags(
            maps: pool.principalTags, distrusted: try await distrustedClaims(of: proven, in: pool)
        ).tags(of: proven)
        let token = IdentityToken(
            identityID: identity.id, poolID: pool.id,
            authenticationMethods: ["authenticated"] + developer.authenticationMethods
                + proven.flatMap(\.authenticationMethods),
            principalTags: tags ?? mapped, issuedAt: pools.clock.now,
            lifetime: TimeInterval(request.tokenDuration ?? Self.usualTokenDuration)
        )
        return GetOpenIdTokenForDeveloperIdentityResponse(
            identityId: identity.id, token: try await pools.tokens.issue(token)
        )
    }
}
