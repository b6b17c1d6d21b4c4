// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// Returns the pool with an id.
    ///
    /// - Throws: `ResourceNotFoundException` if there is none.
    package func existingPool(_ id: String) throws -> UserPoolRecord {
        guard let pool = try userPool(id) else { throw ServiceFault.noSuchUserPool(id) }
        return pool
    }

    /// Returns the client with an id, and its pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is none.
    package func existingClient(_ id: String) throws -> (client: AppClientRecord, pool: UserPoolRecord) {
        guard let client = try appClient(id), let pool = try userPool(client.poolID) else {
            throw ServiceFault.noSuchClient(id)
        }
        return (client, pool)
    }

    /// Returns the user with a stored user name, a `sub` or an active alias.
    ///
    /// - Throws: `UserNotFoundException` if there is none.
    package func existingUser(_ username: String, in pool: UserPoolRecord) throws -> UserRecord {
        guard let user = try findUser(username, in: pool) else { throw ServiceFault.noSuchUser }
        return user
    }

    /// Returns the user with a stored user name, a `sub` or an active alias, or `nil`.
    package func findUser(_ username: String, in pool: UserPoolRecord) throws -> UserRecord? {
        try user(named: SignInName(.username, pool.comparable(username)), inPool: pool.id)
    }
}
