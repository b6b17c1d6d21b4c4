// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How PostgreSQL's SQL differs from the SQL of the stores and migrations.
enum PostgresDialect {
    /// Whether a statement with this beginning changes the schema.
    static func changesSchema(_ beginning: String) -> Bool {
        ["CREATE ", "ALTER ", "DROP "].contains { beginning.hasPrefix($0) }
    }

    /// A statement that changes the schema, in PostgreSQL's words.
    ///
    /// Texts compare by their bytes, as everywhere in this program: if the database orders them by a language, each column
    /// says so.
    static func schemaChange(_ text: String, ordersBytes: Bool) -> String {
        let translated = text.replacing(/\bBLOB\b/, with: "BYTEA")
        return ordersBytes ? translated : translated.replacing(/\bTEXT\b/, with: #"TEXT COLLATE "C""#)
    }

    /// A duration for a setting of the server.
    static func milliseconds(_ duration: Duration) -> String {
        String(Int((duration / .milliseconds(1)).rounded()))
    }

    /// The key of the lock that a migration of a schema holds: FNV-1a, 32 bits, of its name.
    ///
    /// Other programs may use advisory locks in the same database, so the first of the two keys is this program's own.
    static func migrationLock(_ schema: String) -> (Int32, Int32) {
        let hash = schema.utf8.reduce(UInt32(0x811c_9dc5)) { hash, byte in (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return (0x4761_7465, Int32(bitPattern: hash))
    }
}
