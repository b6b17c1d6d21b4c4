// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

extension UserPoolsService {
    /// Replaces the user's password by one that they choose, if they know the present one.
    ///
    /// A user without a password sets the first one. Tokens stay good.
    package func changePassword(
        _ request: ChangePasswordRequest
    ) async throws(ServiceFault) -> ChangePasswordResponse {
        let (user, _) = try await pools.authorizedUser(request.accessToken)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        guard request.previousPassword != nil || user.password == nil else {
            throw .missingParameter("PreviousPassword")
        }
        try pool.passwordPolicy.check(request.proposedPassword)
        let isRight = try await knows(request.previousPassword, user: user, in: pool)
        let password = try await sealedPassword(
            request.proposedPassword, sub: user.sub, username: user.username, in: pool)
        let allowance = pools.allowance(.changePassword, of: user)
        let now = pools.clock.now
        let refusal: ServiceFault? = try await pools.write { store in
            try store.use(allowance, at: now)
            guard var stored = try store.user(user.sub, inPool: pool.id) else { return .noSuchUser }
            guard isRight, stored.password == user.password else { return .wrongCredentials }
            stored.password = password
            stored.modifiedAt = now
            try store.update(stored)
            return nil
        }
        if let refusal { throw refusal }
        return ChangePasswordResponse()
    }

    /// Whether a password is the user's; a user without one need not know any.
    private func knows(
        _ password: String?, user: UserRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> Bool {
        guard let password else { return user.password == nil }
        let verifier = try pools.passwords.verifier(of: user, name: user.username, poolID: pool.id)
        let arithmetic = pools.arithmetic
        return try await pools.compute {
            verifier.matches(
                identity: .user(poolID: pool.id, userIDForSRP: user.username), password: Secret(utf8: password),
                arithmetic: arithmetic)
        }
    }
}
