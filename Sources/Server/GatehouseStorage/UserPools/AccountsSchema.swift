// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of an account's history: former passwords, sessions, and events.
enum AccountsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = settings + passwords + sessions + events

    /// The columns are NULL for a new pool, which tracks no sessions, and for a new client without the setting.
    private static let settings: [SQL] = [
        "ALTER TABLE user_pools ADD COLUMN tracks_sessions BIGINT",
        "ALTER TABLE user_pools ADD COLUMN sessions_per_user BIGINT",
        "ALTER TABLE app_clients ADD COLUMN sso_session_minutes BIGINT",
    ]

    private static let passwords: [SQL] = [
        """
        CREATE TABLE former_passwords (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            position BIGINT NOT NULL,
            password BLOB NOT NULL,
            password_set_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub, position)
        )
        """
    ]

    private static let sessions: [SQL] = [
        """
        CREATE TABLE user_sessions (
            pool_id TEXT NOT NULL,
            family_id TEXT NOT NULL,
            id TEXT NOT NULL,
            sub TEXT NOT NULL,
            client_id TEXT NOT NULL,
            address TEXT NOT NULL,
            device TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            last_active_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, family_id)
        )
        """,
        "CREATE UNIQUE INDEX user_sessions_by_user ON user_sessions (pool_id, sub, id)",
        "CREATE INDEX user_sessions_by_client ON user_sessions (pool_id, client_id)",
        "CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_at)",
    ]

    /// A user's events are numbered, so that events of the same time keep their order.
    private static let events: [SQL] = [
        """
        CREATE TABLE auth_events (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            position BIGINT NOT NULL,
            id TEXT NOT NULL,
            description TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub, position)
        )
        """,
        "CREATE UNIQUE INDEX auth_events_by_id ON auth_events (pool_id, sub, id)",
        "CREATE INDEX auth_events_by_time ON auth_events (created_at)",
    ]
}
