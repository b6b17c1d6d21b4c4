// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func user(named name: SignInName, inPool poolID: String) throws -> UserRecord? {
        // No user has a name that cannot be stored.
        guard name.value.sqlValue.isStorable else { return nil }
        let row = try sql.queryOne(
            """
            SELECT \(UserRow.columns) FROM user_names n
            JOIN users u ON u.pool_id = n.pool_id AND u.sub = n.sub
            WHERE n.pool_id = \(poolID) AND n.name = \(name.value)
            """
        )
        guard let row else { return try user(name.value, inPool: poolID) }
        return try UserRow.record(row)
    }
}

extension UserPoolWriter {
    func replaceNames(ofUser sub: String, inPool poolID: String, with names: [SignInName]) throws {
        try requireFree(names, for: sub, inPool: poolID)
        try connection.execute("DELETE FROM user_names WHERE pool_id = \(poolID) AND sub = \(sub)")
        try insertNames(names, of: sub, inPool: poolID)
    }

    /// Checks that no other user has one of the names, or has it as `sub`, because a `sub` is also accepted as a name.
    ///
    /// The check precedes all changes, so that the domain may continue after a refusal.
    ///
    /// - Throws: `StoreConflict.taken` with the first name that belongs to another user.
    func requireFree(_ names: [SignInName], for sub: String, inPool poolID: String) throws {
        for name in names {
            let holder = try connection.queryOne(
                """
                SELECT sub FROM user_names WHERE pool_id = \(poolID) AND name = \(name.value)
                UNION ALL SELECT sub FROM users WHERE pool_id = \(poolID) AND sub = \(name.value)
                """
            )
            guard let holder else { continue }
            guard try holder[0] == sub else { throw StoreConflict.taken(name.value) }
        }
    }

    /// Inserts the names; a duplicate is inserted once.
    func insertNames(_ names: [SignInName], of sub: String, inPool poolID: String) throws {
        for name in names {
            try connection.execute(
                """
                INSERT INTO user_names (pool_id, name, kind, sub)
                VALUES (\(poolID), \(name.value), \(name.kind), \(sub))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }
}

extension SignInName.Kind: SQLConvertible {}
