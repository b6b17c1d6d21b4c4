// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The table of passkeys.
enum PasskeysSchema {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE passkeys (
            pool_id TEXT NOT NULL,
            credential_id BLOB NOT NULL,
            sub TEXT NOT NULL,
            public_key BLOB NOT NULL,
            sign_count BIGINT NOT NULL,
            backup_eligible BIGINT NOT NULL,
            backed_up BIGINT NOT NULL,
            aaguid BLOB NOT NULL,
            relying_party_id TEXT NOT NULL,
            attachment TEXT,
            transports TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            last_used_at BIGINT,
            PRIMARY KEY (pool_id, credential_id)
        )
        """,
        "CREATE INDEX passkeys_by_user ON passkeys (pool_id, sub, created_at, credential_id)",
    ]
}
