// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// The pool with this id.
    /// - Throws: `ResourceNotFoundException` when there is none.
    package func existingPool(_ id: String) throws -> UserPoolRecord {
        guard let pool = try userPool(id) else { throw ServiceFault.noSuchUserPool(id) }
        return pool
    }

    /// The client with this id and its pool.
    /// - Throws: `ResourceNotFoundException` when there is none.
    package func existingClient(_ id: String) throws -> (client: AppClientRecord, pool: UserPoolRecord) {
        guard let client = try appClient(id), let pool = try userPool(client.poolID) else {
            throw ServiceFault.noSuchClient(id)
        }
        return (client, pool)
    }

    /// The user whom an administrator means by `username`: a stored name, a sub or an alias.
    /// - Throws: `UserNotFoundException` when there is none.
    package func existingUser(_ username: String, in pool: UserPoolRecord) throws -> UserRecord {
        guard let user = try findUser(username, in: pool) else { throw ServiceFault.noSuchUser }
        return user
    }

    /// The user whom somebody means by `username`, if there is one.
    package func findUser(_ username: String, in pool: UserPoolRecord) throws -> UserRecord? {
        try user(named: SignInName(.username, pool.comparable(username)), inPool: pool.id)
    }
}
