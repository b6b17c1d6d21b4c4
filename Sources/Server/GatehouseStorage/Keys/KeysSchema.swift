// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of the installation's keys, which stay when everything else is removed.
enum KeysSchema {
    /// The names of the tables.
    static let tables: Set<String> = ["index_keys"]

    /// The statements of the migration that creates the table of index keys.
    static let indexKeys: [SQL] = [
        "CREATE TABLE index_keys (purpose TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL)"
    ]
}
