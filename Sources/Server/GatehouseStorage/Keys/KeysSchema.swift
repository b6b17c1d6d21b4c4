// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of the installation's keys, which stay when everything else is removed.
enum KeysSchema {
    /// The names of the tables.
    static let tables: Set<String> = ["index_keys", "master_keys", "seal_counts"]

    /// The statements of the migration that creates the table of index keys.
    static let indexKeys: [SQL] = [
        "CREATE TABLE index_keys (purpose TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL)"
    ]

    /// The statements of the migration that creates the table of master keys, which has their ids and never the keys.
    ///
    /// `proof` is a word that the key has sealed. `known` is 1 for the keys of the server that started last. Times are
    /// milliseconds since 1970: the first one at which the key sealed, the one since which another key seals, and the
    /// one since which no row is sealed under it.
    static let masterKeys: [SQL] = [
        """
        CREATE TABLE master_keys (
            id TEXT NOT NULL PRIMARY KEY,
            proof BLOB NOT NULL,
            known BIGINT NOT NULL,
            seals_since BIGINT,
            sealed_until BIGINT,
            empty_since BIGINT
        )
        """
    ]

    /// The statements of the migration that creates the table of the numbers of seals, by key and purpose.
    static let sealCounts: [SQL] = [
        """
        CREATE TABLE seal_counts (
            key_id TEXT NOT NULL,
            purpose TEXT NOT NULL,
            reserved BIGINT NOT NULL,
            PRIMARY KEY (key_id, purpose)
        )
        """
    ]
}
