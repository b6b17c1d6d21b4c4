// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of identity pools.
///
/// The primary key of `identity_logins` links a login to one identity of a pool. Times are milliseconds since 1970.
enum IdentityPoolsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE identity_pools (
            id TEXT NOT NULL PRIMARY KEY,
            region TEXT NOT NULL,
            revision BIGINT NOT NULL,
            description TEXT NOT NULL,
            roles TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX identity_pools_by_region ON identity_pools (region, id)",
        """
        CREATE TABLE identities (
            id TEXT NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            state TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX identities_by_pool ON identities (pool_id, id)",
        """
        CREATE TABLE identity_logins (
            pool_id TEXT NOT NULL,
            provider TEXT NOT NULL,
            subject TEXT NOT NULL,
            identity_id TEXT NOT NULL,
            PRIMARY KEY (pool_id, provider, subject)
        )
        """,
        "CREATE INDEX identity_logins_by_identity ON identity_logins (identity_id)",
    ]

    /// The statements of the migration for identity tokens, principal tags and guests.
    ///
    /// `service_signing_keys` has the keys with which a service of the installation signs; those of user pools are in
    /// `signing_keys`. `unused_since` is the creation of a guest that has never received credentials or a token.
    static let identityTokens: [SQL] = [
        """
        CREATE TABLE service_signing_keys (
            service TEXT NOT NULL,
            id TEXT NOT NULL,
            sealed_private_key BLOB NOT NULL,
            modulus TEXT NOT NULL,
            exponent TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            retired_at BIGINT,
            PRIMARY KEY (service, id)
        )
        """,
        "ALTER TABLE identity_pools ADD COLUMN principal_tags TEXT",
        "ALTER TABLE identities ADD COLUMN unused_since BIGINT",
        "CREATE INDEX identities_by_unused ON identities (unused_since)",
    ]
}
