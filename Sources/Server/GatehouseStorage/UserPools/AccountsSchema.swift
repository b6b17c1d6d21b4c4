// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of what is kept of an account over time: former passwords, sessions, and events.
package enum AccountsSchema {
    /// The statements of the migration that brings the tables.
    package static let statements: [SQL] = settings + passwords + sessions + events

    /// A new pool tracks no sessions, and a new client says nothing: both are NULL.
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

    /// Events of a user are numbered, so that those of one moment keep their order.
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
