// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The table of queued messages.
enum QueuedMessagesSchema {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE queued_messages (
            id TEXT NOT NULL PRIMARY KEY,
            sealed BLOB NOT NULL,
            attempts BIGINT NOT NULL,
            next_attempt_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX queued_messages_by_next_attempt ON queued_messages (next_attempt_at)",
    ]
}
