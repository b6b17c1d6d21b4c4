// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityPoolsService {
    /// Returns the identity that owns the logins; without logins, creates a guest.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException`, `ResourceConflictException`,
    ///   `InvalidParameterException`, `TooManyRequestsException` for too many guests of one address.
    package func getId(_ request: GetIdInput) async throws(ServiceFault) -> GetIdResponse {
        let pool = try await read { try $0.existingPool(request.identityPoolId) }
        // Apps send an empty map for guests.
        guard let logins = request.logins, !logins.isEmpty else {
            return GetIdResponse(identityId: try await newGuest(in: pool))
        }
        let proven = try await proof.prove(
            logins, in: pool.description, cognitoTokenFault: .cognitoTokenInGetId
        )
        return GetIdResponse(identityId: try await settle(proven, identityID: nil, in: pool).id)
    }

    var proof: LoginProof {
        LoginProof(
            verifiers: pools.loginVerifiers, saml: pools.securityTokens.samlLogins,
            keys: LoginKey(deployment: pools.deployment),
            federated: FederatedLogins(federation: pools.federation, registry: pools.securityTokens.access))
    }

    private func newGuest(in pool: IdentityPoolRecord) async throws(ServiceFault) -> String {
        guard pool.description.allowUnauthenticatedIdentities else { throw .guestsRefused }
        guard pools.guests.admits(context.sourceAddress) else { throw .rateExceeded }
        let now = pools.clock.now
        let guest = IdentityRecord(
            id: newIdentityID(in: pool), poolID: pool.id, state: .guest, logins: [], createdAt: now, modifiedAt: now,
            unusedSince: now
        )
        return try await write { store in
            _ = try store.existingPool(guest.poolID)
            try store.insert(guest)
            return guest.id
        }
    }
}
