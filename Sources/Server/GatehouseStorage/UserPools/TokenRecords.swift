// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

// MARK: - Families

/// A row of `token_families`.
enum TokenFamilyRow: SQLRecordRow {
    static let columns: SQLFragment = """
        pool_id, id, client_id, sub, event_id, auth_time, expires_at, revoked_at, device_key, methods, level_name,
        proved_at, scopes, audience, session_hash
        """

    static func query(_ id: String, inPool poolID: String) -> SQL {
        "SELECT \(columns) FROM token_families WHERE pool_id = \(poolID) AND id = \(id)"
    }

    static func record(_ row: SQLCursor) throws -> TokenFamilyRecord {
        let methods: String? = try row["methods"]
        let (scopes, audience): (String?, String?) = (try row["scopes"], try row["audience"])
        return TokenFamilyRecord(
            id: try row["id"], poolID: try row["pool_id"], clientID: try row["client_id"], sub: try row["sub"],
            eventID: try row["event_id"], authTime: try row["auth_time"], expiresAt: try row["expires_at"],
            revokedAt: try row["revoked_at"], deviceKey: try row["device_key"],
            methods: Set(text: methods ?? ""), levelName: try row["level_name"],
            provedAt: try row["proved_at"], grant: scopes.map { TokenGrant(text: $0, audience: audience) },
            sessionHash: try row["session_hash"])
    }
}

extension SQLUserPoolReading {
    func tokenFamily(_ id: String, inPool poolID: String) throws -> TokenFamilyRecord? {
        try TokenFamilyRow.first(TokenFamilyRow.query(id, inPool: poolID), in: sql)
    }

    func tokenFamily(ofEvent eventID: String, inPool poolID: String) throws -> TokenFamilyRecord? {
        try TokenFamilyRow.first(
            "SELECT \(TokenFamilyRow.columns) FROM token_families WHERE pool_id = \(poolID) AND event_id = \(eventID)",
            in: sql)
    }

    func hasTokenFamilies(ofUser sub: String, inPool poolID: String) throws -> Bool {
        try sql.hasRow("SELECT id FROM token_families WHERE pool_id = \(poolID) AND sub = \(sub) LIMIT 1")
    }
}

extension UserPoolWriter {
    func insert(_ family: TokenFamilyRecord) throws {
        // The statement of the first schema is enough for a sign-in without a device, known methods and a grant.
        let statement: SQL =
            if family.deviceKey == nil && family.methods.isEmpty && family.grant == nil {
                """
                INSERT INTO token_families (pool_id, id, client_id, sub, event_id, auth_time, expires_at, revoked_at)
                VALUES (\(family.poolID), \(family.id), \(family.clientID), \(family.sub), \(family.eventID),
                    \(family.authTime), \(family.expiresAt), \(family.revokedAt))
                """
            } else {
                """
                INSERT INTO token_families (\(TokenFamilyRow.columns))
                VALUES (\(family.poolID), \(family.id), \(family.clientID), \(family.sub), \(family.eventID),
                    \(family.authTime), \(family.expiresAt), \(family.revokedAt), \(family.deviceKey),
                    \(family.methods.text), \(family.levelName), \(family.provedAt), \(family.grant?.text),
                    \(family.grant?.audience), \(family.sessionHash))
                """
            }
        try connection.post(
            family.id, statement,
            witness: "SELECT id FROM token_families WHERE pool_id = \(family.poolID) AND id = \(family.id)")
    }

    func revokeTokenFamily(_ id: String, inPool poolID: String, at date: Date) throws {
        try connection.execute(
            """
            UPDATE token_families SET revoked_at = \(date)
            WHERE pool_id = \(poolID) AND id = \(id) AND revoked_at IS NULL
            """
        )
        try connection.execute("DELETE FROM user_sessions WHERE pool_id = \(poolID) AND family_id = \(id)")
    }

    func revokeTokenFamilies(
        ofUser sub: String, inPool poolID: String, at date: Date, except familyID: String?
    ) throws {
        // No family has the empty id.
        let kept = familyID ?? ""
        try connection.execute(
            """
            UPDATE token_families SET revoked_at = \(date)
            WHERE pool_id = \(poolID) AND sub = \(sub) AND revoked_at IS NULL AND id <> \(kept)
            """
        )
        try connection.execute(
            "DELETE FROM user_sessions WHERE pool_id = \(poolID) AND sub = \(sub) AND family_id <> \(kept)")
        try deleteUnusedCodes(ofUser: sub, inPool: poolID)
    }

    func revokeTokenFamilies(
        ofUser sub: String, inPool poolID: String, signedInAt authTime: Date, at date: Date, except familyID: String?
    ) throws {
        // No family has the empty id.
        let kept = familyID ?? ""
        try connection.execute(
            """
            UPDATE token_families SET revoked_at = \(date)
            WHERE pool_id = \(poolID) AND sub = \(sub) AND auth_time = \(authTime) AND revoked_at IS NULL
                AND id <> \(kept)
            """
        )
        try connection.execute(
            """
            DELETE FROM user_sessions
            WHERE pool_id = \(poolID) AND sub = \(sub) AND family_id <> \(kept) AND family_id IN (
                SELECT id FROM token_families
                WHERE pool_id = \(poolID) AND sub = \(sub) AND auth_time = \(authTime))
            """
        )
    }
}

// MARK: - Refresh tokens

/// A row of `refresh_tokens`.
enum RefreshTokenRow: SQLRecordRow {
    static let columns: SQLFragment = "hash, pool_id, family_id, expires_at, rotated_at, names_family"

    static func query(_ hash: [UInt8]) -> SQL { "SELECT \(columns) FROM refresh_tokens WHERE hash = \(hash)" }

    static func record(_ row: SQLCursor) throws -> RefreshTokenRecord {
        let namesFamily: Bool? = try row["names_family"]
        return RefreshTokenRecord(
            hash: try row["hash"], poolID: try row["pool_id"], familyID: try row["family_id"],
            expiresAt: try row["expires_at"], rotatedAt: try row["rotated_at"], namesFamily: namesFamily ?? false)
    }

    static func replacedQuery(ofFamily id: String, inPool poolID: String, before date: Date, limit: Int) -> SQL {
        """
        SELECT hash FROM refresh_tokens
        WHERE pool_id = \(poolID) AND family_id = \(id) AND names_family = 1 AND rotated_at < \(date)
        LIMIT \(limit)
        """
    }
}

/// The hash of a row of `refresh_tokens`.
private enum TokenHashRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> [UInt8] { try row["hash"] }
}

extension SQLUserPoolReading {
    func refreshToken(_ hash: [UInt8]) throws -> RefreshTokenRecord? {
        try RefreshTokenRow.first(RefreshTokenRow.query(hash), in: sql)
    }

    func hasRefreshTokens(ofFamily familyID: String, inPool poolID: String) throws -> Bool {
        try sql.hasRow("SELECT hash FROM refresh_tokens WHERE pool_id = \(poolID) AND family_id = \(familyID) LIMIT 1")
    }

    func replacedTokens(
        ofFamily familyID: String, inPool poolID: String, before date: Date, limit: Int
    ) throws -> [[UInt8]] {
        try TokenHashRow.all(
            RefreshTokenRow.replacedQuery(ofFamily: familyID, inPool: poolID, before: date, limit: limit), in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ token: RefreshTokenRecord) throws {
        // The statement of the first schema is enough for a token that does not name its family.
        let statement: SQL =
            if token.namesFamily {
                """
                INSERT INTO refresh_tokens (hash, pool_id, family_id, expires_at, rotated_at, names_family)
                VALUES (\(token.hash), \(token.poolID), \(token.familyID), \(token.expiresAt), \(token.rotatedAt), 1)
                """
            } else {
                """
                INSERT INTO refresh_tokens (hash, pool_id, family_id, expires_at, rotated_at)
                VALUES (\(token.hash), \(token.poolID), \(token.familyID), \(token.expiresAt), \(token.rotatedAt))
                """
            }
        try connection.post(
            "refresh token", statement,
            witness: "SELECT family_id FROM refresh_tokens WHERE hash = \(token.hash)")
    }

    func update(_ token: RefreshTokenRecord) throws {
        try connection.change(
            "refresh_tokens", "UPDATE refresh_tokens SET rotated_at = \(token.rotatedAt) WHERE hash = \(token.hash)")
    }

    func deleteRefreshTokens(_ hashes: [[UInt8]]) throws {
        for hash in hashes { try connection.post("DELETE FROM refresh_tokens WHERE hash = \(hash)") }
    }
}

// MARK: - Single-use ids

/// A row of `used_ids`.
enum UsedIDRow {
    static func query(_ id: SingleUseID) -> SQL { "SELECT id FROM used_ids WHERE id = \(id.id)" }
}

extension SQLUserPoolReading {
    func isSpent(_ id: SingleUseID) throws -> Bool {
        try sql.hasRow(UsedIDRow.query(id))
    }

    func latestPurgeOfSingleUseIDs() throws -> Date? {
        try sql.queryOne("SELECT latest FROM forward_clock WHERE id = 1").map { try $0["latest"] }
    }
}

extension UserPoolWriter {
    /// The row is no witness of the transaction: another one may spend the same id.
    func spend(_ id: SingleUseID) throws -> Bool {
        try connection.claim("INSERT INTO used_ids (id, expires_at) VALUES (\(id.id), \(id.expiresAt))")
    }
}

// MARK: - Failed attempts

/// A row of `failed_attempts`.
enum FailedAttemptsRow: SQLRecordRow {
    static func query(on subject: [UInt8], inPool poolID: String) -> SQL {
        """
        SELECT pool_id, subject, failures, last_failure_at FROM failed_attempts
        WHERE pool_id = \(poolID) AND subject = \(subject)
        """
    }

    static func record(_ row: SQLCursor) throws -> FailedAttemptsRecord {
        FailedAttemptsRecord(
            poolID: try row["pool_id"], subject: try row["subject"], count: try row["failures"],
            lastFailureAt: try row["last_failure_at"])
    }
}

extension SQLUserPoolReading {
    func failedAttempts(on subject: [UInt8], inPool poolID: String) throws -> FailedAttemptsRecord? {
        try FailedAttemptsRow.first(FailedAttemptsRow.query(on: subject, inPool: poolID), in: sql)
    }
}

extension UserPoolWriter {
    func put(_ attempts: FailedAttemptsRecord) throws {
        try connection.post(
            """
            INSERT INTO failed_attempts (pool_id, subject, failures, last_failure_at)
            VALUES (\(attempts.poolID), \(attempts.subject), \(attempts.count), \(attempts.lastFailureAt))
            ON CONFLICT (pool_id, subject) DO UPDATE SET failures = excluded.failures,
                last_failure_at = excluded.last_failure_at
            """
        )
    }

    func putFirst(_ attempts: FailedAttemptsRecord) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO failed_attempts (pool_id, subject, failures, last_failure_at)
            VALUES (\(attempts.poolID), \(attempts.subject), \(attempts.count), \(attempts.lastFailureAt))
            ON CONFLICT DO NOTHING
            """
        ) > 0
    }

    func deleteFailedAttempts(on subject: [UInt8], inPool poolID: String) throws {
        try connection.post("DELETE FROM failed_attempts WHERE pool_id = \(poolID) AND subject = \(subject)")
    }
}
