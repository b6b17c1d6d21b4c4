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

extension UserPoolReading {
    /// Returns the client with an id in a pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool, or no such client in it.
    package func existingClient(_ id: String, inPool poolID: String) throws -> AppClientRecord {
        _ = try existingPool(poolID)
        guard let client = try appClient(id), client.poolID == poolID else { throw ServiceFault.noSuchClient(id) }
        return client
    }
}

extension UserPoolReading {
    /// Returns the identity provider with a name.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool, or no such provider in it.
    package func existingIdentityProvider(_ name: String, inPool poolID: String) throws -> IdentityProviderRecord {
        guard let provider = try identityProvider(name, inPool: existingPool(poolID).id) else {
            throw ServiceFault.noSuchIdentityProvider(name)
        }
        return provider
    }
}

extension UserPoolRecord {
    /// Returns what ``UserPoolReading/device(_:of:)`` reads in a pool that tracks devices, for
    /// ``UserPoolReading/expect(_:)``; nothing without a key.
    package func expectedDevices(_ key: String?, ofUser sub: String) -> [ExpectedRecord] {
        guard tracksDevices, let key, key.utf8.count <= DeviceRecord.maximumKeyLength else { return [] }
        return [.device(key, ofUser: sub, inPool: id)]
    }
}

extension UserPoolReading {
    /// Returns the user's confirmed device with a key, or `nil`; devices of other users are not found.
    package func device(_ key: String, of user: UserRecord) throws -> DeviceRecord? {
        guard key.utf8.count <= DeviceRecord.maximumKeyLength else { return nil }
        return try device(key, ofUser: user.sub, inPool: user.poolID)
    }

    /// Returns the user's confirmed device with a key.
    ///
    /// - Throws: `ResourceNotFoundException` if there is none.
    package func existingDevice(_ key: String, of user: UserRecord) throws -> DeviceRecord {
        guard let device = try device(key, of: user) else { throw ServiceFault.noSuchDevice }
        return device
    }
}
