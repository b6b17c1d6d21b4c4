// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of user pools.
///
/// Keys start with the pool and, where there is one, the user, so that an engine can partition the rows by them; for
/// the same reason there are no foreign keys. Times are milliseconds since 1970.
enum UserPoolsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = pools + users + tokens + attempts

    /// The statement of the migration that adds the versions of passwords; NULL for a password of an earlier release.
    static let passwordVersions: [SQL] = ["ALTER TABLE users ADD COLUMN password_version BLOB"]

    /// The statements of the migration that renames the table of single-use ids that were used, with its index.
    static let usedIDs: [SQL] = [
        "ALTER TABLE spent_tickets RENAME TO used_ids",
        "DROP INDEX spent_tickets_by_expiry",
        "CREATE INDEX used_ids_by_expiry ON used_ids (expires_at)",
    ]

    /// The statement of the migration that creates the table of the forward clock.
    ///
    /// Its one row has the latest time by which used ids were removed; the clock of the next process begins at it.
    static let forwardClock: [SQL] = [
        "CREATE TABLE forward_clock (id BIGINT NOT NULL PRIMARY KEY, latest BIGINT NOT NULL)"
    ]

    /// The statement of the migration that marks the refresh tokens that name their family; others have `NULL`.
    static let namedFamilies: [SQL] = ["ALTER TABLE refresh_tokens ADD COLUMN names_family BIGINT"]

    private static let pools: [SQL] = [
        """
        CREATE TABLE user_pools (
            id TEXT NOT NULL PRIMARY KEY,
            revision BIGINT NOT NULL,
            description TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE app_clients (
            id TEXT NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            revision BIGINT NOT NULL,
            description TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX app_clients_by_pool ON app_clients (pool_id, id)",
        """
        CREATE TABLE app_client_secrets (
            client_id TEXT NOT NULL,
            position BIGINT NOT NULL,
            id TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (client_id, position)
        )
        """,
        """
        CREATE TABLE signing_keys (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            purpose TEXT NOT NULL,
            sealed_private_key BLOB NOT NULL,
            modulus TEXT NOT NULL,
            exponent TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            retired_at BIGINT,
            PRIMARY KEY (pool_id, id)
        )
        """,
    ]

    private static let users: [SQL] = [
        """
        CREATE TABLE users (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            username TEXT NOT NULL,
            status TEXT NOT NULL,
            enabled BIGINT NOT NULL,
            attributes TEXT NOT NULL,
            password BLOB,
            password_set_at BIGINT,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub)
        )
        """,
        // The number of a pool's users, in parts, so that concurrent sign-ups wait for no common row: see UserCounts.swift.
        """
        CREATE TABLE user_counts (
            pool_id TEXT NOT NULL,
            part BIGINT NOT NULL,
            users BIGINT NOT NULL,
            PRIMARY KEY (pool_id, part)
        )
        """,
        """
        CREATE TABLE user_names (
            pool_id TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            sub TEXT NOT NULL,
            PRIMARY KEY (pool_id, name)
        )
        """,
        "CREATE INDEX user_names_by_user ON user_names (pool_id, sub)",
        // The values that ListUsers can filter by, with the same case folding as the filter.
        """
        CREATE TABLE user_search (
            pool_id TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            sub TEXT NOT NULL,
            PRIMARY KEY (pool_id, field, value, sub)
        )
        """,
        """
        CREATE TABLE codes (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            purpose TEXT NOT NULL,
            hash BLOB NOT NULL,
            attribute TEXT NOT NULL,
            destination TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            attempts BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub, purpose)
        )
        """,
        "CREATE INDEX codes_by_expiry ON codes (expires_at)",
    ]

    private static let tokens: [SQL] = [
        """
        CREATE TABLE token_families (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            event_id TEXT NOT NULL,
            auth_time BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            revoked_at BIGINT,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE INDEX token_families_by_event ON token_families (pool_id, event_id)",
        "CREATE INDEX token_families_by_user ON token_families (pool_id, sub)",
        "CREATE INDEX token_families_by_client ON token_families (pool_id, client_id)",
        "CREATE INDEX token_families_by_expiry ON token_families (expires_at)",
        """
        CREATE TABLE refresh_tokens (
            hash BLOB NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            family_id TEXT NOT NULL,
            expires_at BIGINT NOT NULL,
            rotated_at BIGINT
        )
        """,
        "CREATE INDEX refresh_tokens_by_family ON refresh_tokens (pool_id, family_id)",
        "CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at)",
    ]

    private static let attempts: [SQL] = [
        "CREATE TABLE spent_tickets (id TEXT NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)",
        "CREATE INDEX spent_tickets_by_expiry ON spent_tickets (expires_at)",
        """
        CREATE TABLE failed_attempts (
            pool_id TEXT NOT NULL,
            subject BLOB NOT NULL,
            failures BIGINT NOT NULL,
            last_failure_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, subject)
        )
        """,
        "CREATE INDEX failed_attempts_by_time ON failed_attempts (last_failure_at)",
    ]
}
