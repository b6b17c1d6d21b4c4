// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of sign-ins on the hosted pages: browser sessions, authorization codes, and what the tokens of a family
/// permit.
enum HostedSignInsSchema {
    /// The statements of the migration that creates the tables; `scopes` is NULL for sign-ins through the API.
    static let statements: [SQL] = [
        "ALTER TABLE token_families ADD COLUMN scopes TEXT",
        "ALTER TABLE token_families ADD COLUMN audience TEXT",
        """
        CREATE TABLE browser_sessions (
            hash BLOB NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            event_id TEXT NOT NULL,
            methods TEXT NOT NULL,
            level_name TEXT,
            proved_at BIGINT NOT NULL,
            auth_time BIGINT NOT NULL,
            provider_name TEXT,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX browser_sessions_by_user ON browser_sessions (pool_id, sub)",
        "CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at)",
        """
        CREATE TABLE authorization_codes (
            hash BLOB NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            redirect_uri TEXT NOT NULL,
            has_redirect_uri BIGINT NOT NULL,
            scopes TEXT NOT NULL,
            audience TEXT,
            nonce TEXT,
            code_challenge TEXT,
            session_hash BLOB,
            event_id TEXT NOT NULL,
            methods TEXT NOT NULL,
            level_name TEXT,
            proved_at BIGINT NOT NULL,
            auth_time BIGINT NOT NULL,
            token_override TEXT,
            expires_at BIGINT NOT NULL,
            family_id TEXT
        )
        """,
        "CREATE INDEX authorization_codes_by_user ON authorization_codes (pool_id, sub)",
        "CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at)",
    ]

    /// The statements of the migration that keeps what ends a session at a SAML provider.
    static let providerSessions: [SQL] = ["ALTER TABLE browser_sessions ADD COLUMN provider_session TEXT"]

    /// The statements of the migration that keeps the versions of the factors that a browser's sign-in has proved, and
    /// the browser session of a family of tokens.
    static let provedFactors: [SQL] = [
        "ALTER TABLE browser_sessions ADD COLUMN password_version BLOB",
        "ALTER TABLE browser_sessions ADD COLUMN token_version BLOB",
        "ALTER TABLE browser_sessions ADD COLUMN passkeys_removed_at BIGINT",
        "ALTER TABLE token_families ADD COLUMN session_hash BLOB",
    ]
}
