// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// A row of `browser_sessions`.
private enum BrowserSessionRow {
    static let columns: SQLFragment = """
        hash, pool_id, sub, event_id, methods, level_name, proved_at, auth_time, provider_name,
        provider_session, created_at, expires_at, password_version, token_version, passkeys_removed_at
        """

    static func record(_ row: SQLRow) throws -> BrowserSessionRecord {
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
    init(_ row: SQLRow) throws {
        self.init(
            eventID: try row["event_id"], methods: Set(text: try row["methods"]), levelName: try row["level_name"],
            provedAt: try row["proved_at"], authTime: try row["auth_time"])
    }
}

extension SQLUserPoolReading {
    func browserSession(_ hash: [UInt8]) throws -> BrowserSessionRecord? {
        try sql.queryOne("SELECT \(BrowserSessionRow.columns) FROM browser_sessions WHERE hash = \(hash)")
            .map(BrowserSessionRow.record)
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
            """
        )
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
