// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension IdentityPoolsService {
    /// Issues temporary credentials of a role, valid for one hour, to an identity: the named one or the owner of the
    /// logins.
    ///
    /// After a merge, the response may contain another identity than the request.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException`, `ResourceConflictException`,
    ///   `InvalidParameterException`, `InvalidIdentityPoolConfigurationException`.
    package func getCredentialsForIdentity(
        _ request: GetCredentialsForIdentityInput
    ) async throws(ServiceFault) -> GetCredentialsForIdentityResponse {
        let (identity, pool) = try await read { store in
            let identity = try store.existingIdentity(request.identityId)
            return (identity, try store.existingPool(identity.poolID))
        }
        guard identity.state != .disabled else { throw .forbidden(identity: identity.id) }
        let choice = RoleChoice(roles: pool.roles, keys: LoginKey(deployment: pools.deployment))
        guard let logins = request.logins, !logins.isEmpty else {
            try admitGuest(identity, to: pool)
            let role = try choice.roleOfGuest(customRole: request.customRoleArn)
            return answer(identity, role, authenticationMethods: ["unauthenticated"])
        }
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .notACognitoToken
        )
        let settled = try await settle(proven, identityID: identity.id, in: pool)
        let role = try choice.role(of: proven, customRole: request.customRoleArn)
        return answer(
            settled, role, authenticationMethods: ["authenticated"] + proven.flatMap(\.authenticationMethods)
        )
    }

    private func admitGuest(_ identity: IdentityRecord, to pool: IdentityPoolRecord) throws(ServiceFault) {
        guard identity.state == .guest else { throw .forbidden(identity: identity.id) }
        guard pool.description.allowUnauthenticatedIdentities else { throw .guestsRefused }
    }

    private func answer(
        _ identity: IdentityRecord, _ role: RoleARN, authenticationMethods: [String]
    ) -> GetCredentialsForIdentityResponse {
        let session = RoleSession(
            roleID: PrincipalID.role(role, by: pools.sealer), roleARN: role.text,
            name: SessionToken.identityPoolSessionName, identityID: identity.id, identityPoolID: identity.poolID,
            authenticationMethods: authenticationMethods
        )
        let vendor = CredentialVendor(sealer: pools.sealer, clock: pools.clock, entropy: pools.entropy)
        return GetCredentialsForIdentityResponse(identityId: identity.id, credentials: vendor.vend(for: session))
    }
}
