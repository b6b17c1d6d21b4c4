// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sets a password: a permanent one confirms the user; a temporary one must be changed at the next sign-in.
    ///
    /// The user's sessions end unless the server is configured to keep them.
    package func adminSetUserPassword(
        _ request: AdminSetUserPasswordRequest
    ) async throws(ServiceFault) -> AdminSetUserPasswordResponse {
        let (pool, user) = try await pools.read { store in
            let pool = try store.existingPool(request.userPoolId)
            return (pool, try store.existingUser(request.username, in: pool))
        }
        try pool.passwordPolicy.check(request.password)
        if request.permanent == true { try await pools.newPasswords.checkHistory(request.password, of: user, in: pool) }
        let sealed = try await pools.newPasswords.sealed(
            request.password, sub: user.sub, username: user.username, in: pool)
        let now = pools.clock.now
        try await pools.write { store in
            guard var stored = try store.user(user.sub, inPool: pool.id) else { throw ServiceFault.noSuchUser }
            try store.replacePassword(of: &stored, by: sealed, checked: user, in: pool)
            stored.status = request.permanent == true ? .confirmed : .forceChangePassword
            stored.modifiedAt = now
            try store.update(stored)
            try pools.sessionEnding.endSessions(ofReset: stored, in: store, at: now)
        }
        return AdminSetUserPasswordResponse()
    }
}
