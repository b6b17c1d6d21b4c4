// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Unlinks logins from an identity; one without any login is disabled.
    ///
    /// The caller needs a valid token of each login to be removed, so that no token of one provider removes another.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException` unless the tokens are of this identity's logins.
    package func unlinkIdentity(_ request: UnlinkIdentityInput) async throws(ServiceFault) {
        let (identity, pool) = try await namedIdentity(request.identityId)
        let proven = try await proof.prove(
            request.logins, in: pool.description, cognitoTokenFault: .cognitoTokenInGetId
        )
        let keys = LoginKey(deployment: pools.deployment)
        let (unwanted, now) = (Set(request.loginsToRemove.map { keys.canonical($0) }), pools.clock.now)
        try await write { store in
            let identity = try store.existingIdentity(identity.id)
            guard identity.state != .disabled else { throw ServiceFault.forbidden(identity: identity.id) }
            let own = proven.map(\.login).filter(identity.logins.contains)
            let removed = own.filter { unwanted.contains($0.provider) }
            guard !own.isEmpty, Set(removed.map(\.provider)) == unwanted else { throw ServiceFault.loginsDoNotMatch }
            try store.update(identity.without(Set(removed), at: now))
        }
    }
}

extension IdentityRecord {
    /// The identity without these logins; one that loses its last login is disabled.
    func without(_ removed: Set<LinkedLogin>, at now: Date) -> IdentityRecord {
        guard !removed.isDisjoint(with: logins) else { return self }
        var identity = self
        identity.logins.removeAll(where: removed.contains)
        identity.modifiedAt = now
        if identity.logins.isEmpty { identity.state = .disabled }
        return identity
    }
}
