// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The table of confirmed devices, and the column for a sign-in's device.
enum DevicesSchema {
    /// The statements of the migration that creates them.
    static let statements: [SQL] = [
        """
        CREATE TABLE devices (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            device_key TEXT NOT NULL,
            name TEXT,
            remembered BIGINT NOT NULL,
            verifier BLOB NOT NULL,
            address TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            authenticated_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub, device_key)
        )
        """,
        "ALTER TABLE token_families ADD COLUMN device_key TEXT",
    ]

    /// The statements of the migration that adds the columns for sign-ins that wait for their device.
    static let waitingSignIns: [SQL] = [
        "ALTER TABLE devices ADD COLUMN waiting_key BLOB",
        "ALTER TABLE devices ADD COLUMN waiting_session TEXT",
    ]
}
