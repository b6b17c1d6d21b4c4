// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

// MARK: - Browser sessions

/// A row of `browser_sessions`.
private enum BrowserSessionRow: SQLRecordRow {
    static let columns: SQLFragment = """
        hash, pool_id, sub, event_id, methods, level_name, proved_at, auth_time, provider_name,
        provider_session, created_at, expires_at, password_version, token_version, passkeys_removed_at
        """

    static func record(_ row: SQLCursor) throws -> BrowserSessionRecord {
        BrowserSessionRecord(
            hash: try row["hash"], poolID: try row["pool_id"], sub: try row["sub"], signIn: try CompletedSignIn(row),
            provider: try row["provider_name"], providerSession: try row["provider_session"],
            createdAt: try row["created_at"], expiresAt: try row["expires_at"],
            factors: ProvedFactors(
                password: try row["password_version"], softwareToken: try row["token_version"],
                passkeysRemovedAt: try row["passkeys_removed_at"]))
    }
}

extension CompletedSignIn {
    /// Reads the sign-in in a row of `browser_sessions` or `authorization_codes`.
    init(_ row: SQLCursor) throws {
        self.init(
            eventID: try row["event_id"], methods: Set(text: try row["methods"]), levelName: try row["level_name"],
            provedAt: try row["proved_at"], authTime: try row["auth_time"])
    }
}

extension SQLUserPoolReading {
    func browserSession(_ hash: [UInt8]) throws -> BrowserSessionRecord? {
        try BrowserSessionRow.first(
            "SELECT \(BrowserSessionRow.columns) FROM browser_sessions WHERE hash = \(hash)", in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ session: BrowserSessionRecord) throws {
        try connection.add(
            "browser session",
            """
            INSERT INTO browser_sessions (\(BrowserSessionRow.columns))
            VALUES (\(session.hash), \(session.poolID), \(session.sub), \(session.signIn.eventID), \(session.signIn.methods.text),
                \(session.signIn.levelName), \(session.signIn.provedAt), \(session.signIn.authTime),
                \(session.provider), \(session.providerSession), \(session.createdAt), \(session.expiresAt),
                \(session.factors.password), \(session.factors.softwareToken), \(session.factors.passkeysRemovedAt))
            ON CONFLICT DO NOTHING
            """,
            witness: "SELECT sub FROM browser_sessions WHERE hash = \(session.hash)")
    }

    func deleteBrowserSession(_ hash: [UInt8]) throws {
        guard let session = try browserSession(hash) else { return }
        try connection.execute("DELETE FROM browser_sessions WHERE hash = \(hash)")
        try connection.execute(
            """
            DELETE FROM authorization_codes
            WHERE pool_id = \(session.poolID) AND sub = \(session.sub) AND session_hash = \(hash)
                AND family_id IS NULL
            """
        )
    }

    func deleteBrowserSessions(ofUser sub: String, inPool poolID: String, except hash: [UInt8]?) throws {
        // No session has a hash of one byte; an empty value cannot be passed to the database.
        let kept = hash ?? [0]
        try connection.execute(
            "DELETE FROM browser_sessions WHERE pool_id = \(poolID) AND sub = \(sub) AND hash <> \(kept)")
        try connection.execute(
            """
            DELETE FROM authorization_codes
            WHERE pool_id = \(poolID) AND sub = \(sub) AND family_id IS NULL
                AND (session_hash IS NULL OR session_hash <> \(kept))
            """
        )
    }

    func deleteBrowserSessions(ofProvider name: String, inPool poolID: String) throws {
        try connection.execute(
            """
            DELETE FROM authorization_codes
            WHERE pool_id = \(poolID) AND family_id IS NULL AND session_hash IN (
                SELECT hash FROM browser_sessions WHERE pool_id = \(poolID) AND provider_name = \(name))
            """
        )
        try connection.execute(
            "DELETE FROM browser_sessions WHERE pool_id = \(poolID) AND provider_name = \(name)")
    }

    func setProvedPassword(_ version: [UInt8], ofBrowserSession hash: [UInt8]) throws {
        try connection.execute("UPDATE browser_sessions SET password_version = \(version) WHERE hash = \(hash)")
    }

    func deleteBrowserSessions(ofUser sub: String, inPool poolID: String, signedInAt authTime: Date) throws {
        try connection.execute(
            """
            DELETE FROM browser_sessions
            WHERE pool_id = \(poolID) AND sub = \(sub) AND auth_time = \(authTime)
            """
        )
        try connection.execute(
            """
            DELETE FROM authorization_codes
            WHERE pool_id = \(poolID) AND sub = \(sub) AND auth_time = \(authTime) AND family_id IS NULL
            """
        )
    }
}

// MARK: - Authorization codes

/// A row of `authorization_codes`.
private enum AuthorizationCodeRow: SQLRecordRow {
    static let columns: SQLFragment = """
        hash, pool_id, client_id, sub, redirect_uri, has_redirect_uri, scopes, audience, nonce, code_challenge,
        session_hash, event_id, methods, level_name, proved_at, auth_time, token_override, expires_at, family_id
        """

    static func record(_ row: SQLCursor) throws -> AuthorizationCodeRecord {
        AuthorizationCodeRecord(
            hash: try row["hash"], poolID: try row["pool_id"], clientID: try row["client_id"], sub: try row["sub"],
            redirectURI: try row["redirect_uri"], hasRedirectURI: try row["has_redirect_uri"],
            grant: TokenGrant(text: try row["scopes"], audience: try row["audience"]), nonce: try row["nonce"],
            codeChallenge: try row["code_challenge"], sessionHash: try row["session_hash"],
            signIn: try CompletedSignIn(row), override: try row["token_override"], expiresAt: try row["expires_at"],
            familyID: try row["family_id"])
    }
}

extension SQLUserPoolReading {
    func authorizationCode(_ hash: [UInt8]) throws -> AuthorizationCodeRecord? {
        try AuthorizationCodeRow.first(
            "SELECT \(AuthorizationCodeRow.columns) FROM authorization_codes WHERE hash = \(hash)", in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ code: AuthorizationCodeRecord) throws {
        try connection.add(
            "authorization code",
            """
            INSERT INTO authorization_codes (\(AuthorizationCodeRow.columns))
            VALUES (\(code.hash), \(code.poolID), \(code.clientID), \(code.sub), \(code.redirectURI),
                \(code.hasRedirectURI), \(code.grant.text), \(code.grant.audience), \(code.nonce),
                \(code.codeChallenge), \(code.sessionHash), \(code.signIn.eventID), \(code.signIn.methods.text),
                \(code.signIn.levelName), \(code.signIn.provedAt), \(code.signIn.authTime), \(code.override),
                \(code.expiresAt), \(code.familyID))
            ON CONFLICT DO NOTHING
            """,
            witness: "SELECT client_id FROM authorization_codes WHERE hash = \(code.hash)")
    }

    func redeem(_ hash: [UInt8], as familyID: String) throws -> Bool {
        try connection.execute(
            "UPDATE authorization_codes SET family_id = \(familyID) WHERE hash = \(hash) AND family_id IS NULL") > 0
    }

    /// Removes the codes of a user that were not used yet.
    func deleteUnusedCodes(ofUser sub: String, inPool poolID: String) throws {
        try connection.execute(
            """
            DELETE FROM authorization_codes WHERE pool_id = \(poolID) AND sub = \(sub) AND family_id IS NULL
            """
        )
    }
}

// MARK: - Tables

/// The tables of sign-ins on the hosted pages: browser sessions, authorization codes, and the grants of token families.
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

    /// The statements of the migration that adds the values for ending a session at a SAML provider.
    static let providerSessions: [SQL] = ["ALTER TABLE browser_sessions ADD COLUMN provider_session TEXT"]

    /// The statements of the migration for the versions of the factors of a browser's sign-in, and for the browser
    /// session of a family of tokens.
    static let provedFactors: [SQL] = [
        "ALTER TABLE browser_sessions ADD COLUMN password_version BLOB",
        "ALTER TABLE browser_sessions ADD COLUMN token_version BLOB",
        "ALTER TABLE browser_sessions ADD COLUMN passkeys_removed_at BIGINT",
        "ALTER TABLE token_families ADD COLUMN session_hash BLOB",
    ]
}

/// The columns of a sign-in's authentication: its methods, the name of the level in its tokens, and the time of the
/// oldest proof.
enum AuthenticationLevelsSchema {
    /// The statements of the migration that adds the columns.
    static let statements: [SQL] = [
        "ALTER TABLE token_families ADD COLUMN methods TEXT",
        "ALTER TABLE token_families ADD COLUMN level_name TEXT",
        "ALTER TABLE token_families ADD COLUMN proved_at BIGINT",
    ]
}
