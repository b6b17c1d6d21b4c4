// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One step of the schema.
///
/// A released migration is never changed or removed; a correction is a new migration.
package struct Migration: Sendable {
    /// The position in the list, counted from 1.
    package let version: Int
    /// A short name of the change.
    package let name: String
    /// Plain SQL that every driver accepts: types TEXT, BIGINT and BLOB.
    package let statements: [SQL]

    package init(version: Int, name: String, statements: [SQL]) {
        self.version = version
        self.name = name
        self.statements = statements
    }

    /// The 64-bit FNV-1a hash of the statements.
    ///
    /// It detects accidental changes only: an attacker who can change the table of migrations can change all other
    /// tables, too.
    package var checksum: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for statement in statements {
            for byte in statement.text.utf8 + [0] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return Int64(bitPattern: hash)
    }
}
