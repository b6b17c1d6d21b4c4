// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel

extension UserPoolWriter {
    func replaceNames(ofUser sub: String, inPool poolID: String, with names: [SignInName]) throws {
        try requireFree(names, for: sub, inPool: poolID)
        try connection.execute("DELETE FROM user_names WHERE pool_id = \(poolID) AND sub = \(sub)")
        for name in names { try connection.post(UserNameRow.insertion(of: name, ofUser: sub, inPool: poolID)) }
    }

    /// Checks that no other user has one of the names, or has it as `sub`, because a `sub` is also accepted as a name.
    ///
    /// The check precedes all changes, so that the domain may continue after a refusal.
    ///
    /// - Throws: `StoreConflict.taken` with the first name that belongs to another user.
    private func requireFree(_ names: [SignInName], for sub: String, inPool poolID: String) throws {
        for name in names {
            let holder = try connection.queryOne(
                "SELECT sub FROM user_names WHERE pool_id = \(poolID) AND name = \(name.value)"
            )
            guard let holder else {
                try requireNotSub(name, for: sub, inPool: poolID)
                continue
            }
            guard try holder[0] == sub else { throw StoreConflict.taken(name.value) }
        }
    }

    /// Inserts the names of a new user, and returns those that were not there.
    ///
    /// The unique key finds a name that another user has. A search for it would conflict with the sign-ups of others:
    /// PostgreSQL notes by pages of the index what a serializable transaction has read, and each sign-up changes a page.
    ///
    /// - Throws: `StoreConflict.taken` with the first name that belongs to another user; no name is left then, so that the
    ///   domain may continue.
    func take(_ names: [SignInName], for sub: String, inPool poolID: String) throws -> [SignInName] {
        var taken: [SignInName] = []
        do {
            for name in names {
                try requireNotSub(name, for: sub, inPool: poolID)
                if try connection.execute(UserNameRow.insertion(of: name, ofUser: sub, inPool: poolID)) > 0 {
                    taken.append(name)
                } else {
                    try requireFree([name], for: sub, inPool: poolID)
                }
            }
        } catch let conflict as StoreConflict {
            try release(taken, inPool: poolID)
            throw conflict
        }
        return taken
    }

    /// Removes names that were inserted for a user who is refused.
    func release(_ names: [SignInName], inPool poolID: String) throws {
        for name in names {
            try connection.execute("DELETE FROM user_names WHERE pool_id = \(poolID) AND name = \(name.value)")
        }
    }

    /// Checks that a name is not the `sub` of another user.
    ///
    /// Only a UUID can be one, so nothing is read for other names: see ``take(_:for:inPool:)``.
    private func requireNotSub(_ name: SignInName, for sub: String, inPool poolID: String) throws {
        guard name.value.isUUID, name.value != sub else { return }
        guard
            try connection.queryOne("SELECT sub FROM users WHERE pool_id = \(poolID) AND sub = \(name.value)") == nil
        else { throw StoreConflict.taken(name.value) }
    }
}

/// A row of `user_names`.
private enum UserNameRow {
    /// The statement that inserts a name that no user has.
    static func insertion(of name: SignInName, ofUser sub: String, inPool poolID: String) -> SQL {
        """
        INSERT INTO user_names (pool_id, name, kind, sub)
        VALUES (\(poolID), \(name.value), \(name.kind), \(sub))
        ON CONFLICT DO NOTHING
        """
    }
}

extension SignInName.Kind: SQLConvertible {}
