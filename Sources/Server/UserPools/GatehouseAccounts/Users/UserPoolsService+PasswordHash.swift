// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sets a password hash of another system for a user, as an import job does; the user is confirmed and signs in
    /// with that password.
    ///
    /// - Throws: `InvalidParameterException` for a hash that the algorithm and its limits do not allow, and
    ///   `UserNotFoundException` for an unknown user.
    package func setPasswordHash(
        _ text: String, algorithm: PasswordHashingAlgorithmType, ofUser username: String, inPool poolID: String
    ) async throws(ServiceFault) {
        guard let hash = ImportedHash(text, algorithm: algorithm) else {
            throw .invalidParameter("The password hash is not one that \(algorithm.rawValue) and its limits allow.")
        }
        let now = pools.clock.now
        try await pools.write { [pools] store in
            let pool = try store.existingPool(poolID)
            var user = try store.existingUser(username, in: pool)
            user.password = pools.passwords.keep(hash, poolID: pool.id, sub: user.sub, at: now)
            user.status = .confirmed
            user.modifiedAt = now
            try store.update(user)
        }
    }
}
