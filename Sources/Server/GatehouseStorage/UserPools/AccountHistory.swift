// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

// MARK: - Sessions

/// A row of `user_sessions`.
private enum UserSessionRow: SQLRecordRow {
    static let columns: SQLFragment = """
        pool_id, family_id, id, sub, client_id, address, device, created_at, last_active_at, expires_at
        """

    static func record(_ row: SQLCursor) throws -> UserSessionRecord {
        UserSessionRecord(
            id: try row["id"], poolID: try row["pool_id"], familyID: try row["family_id"],
            clientID: try row["client_id"], sub: try row["sub"], address: try row["address"],
            device: try row["device"], createdAt: try row["created_at"], lastActiveAt: try row["last_active_at"],
            expiresAt: try row["expires_at"])
    }
}

extension SQLUserPoolReading {
    func userSessions(ofUser sub: String, inPool poolID: String, at date: Date) throws -> [UserSessionRecord] {
        try UserSessionRow.all(
            """
            SELECT \(UserSessionRow.columns) FROM user_sessions
            WHERE pool_id = \(poolID) AND sub = \(sub) AND expires_at > \(date)
            ORDER BY last_active_at DESC, created_at DESC, id
            """, in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ session: UserSessionRecord) throws {
        try connection.add(
            session.id,
            """
            INSERT INTO user_sessions (\(UserSessionRow.columns))
            VALUES (\(session.poolID), \(session.familyID), \(session.id), \(session.sub), \(session.clientID),
                \(session.address), \(session.device), \(session.createdAt), \(session.lastActiveAt),
                \(session.expiresAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func noteUse(
        ofFamily familyID: String, inPool poolID: String, from origin: CallOrigin, at date: Date
    ) throws {
        try connection.execute(
            """
            UPDATE user_sessions
            SET last_active_at = \(date), address = \(origin.address), device = \(origin.device)
            WHERE pool_id = \(poolID) AND family_id = \(familyID)
            """
        )
    }
}

// MARK: - Events

/// A row of `auth_events`.
private enum AuthEventRow: SQLRecordRow {
    static let columns: SQLFragment = "pool_id, sub, position, description"

    static func record(_ row: SQLCursor) throws -> AuthEventRecord {
        let description: SQLDocument<AuthEventType> = try row["description"]
        return AuthEventRecord(
            poolID: try row["pool_id"], sub: try row["sub"], position: try row["position"],
            description: description.shape)
    }
}

extension SQLUserPoolReading {
    func authEvents(
        ofUser sub: String, inPool poolID: String, before position: Int?, limit: Int
    ) throws -> [AuthEventRecord] {
        try AuthEventRow.all(
            """
            SELECT \(AuthEventRow.columns) FROM auth_events
            WHERE pool_id = \(poolID) AND sub = \(sub) AND position < \(position ?? .max)
            ORDER BY position DESC LIMIT \(limit)
            """, in: sql)
    }

    func authEvent(_ id: String, ofUser sub: String, inPool poolID: String) throws -> AuthEventRecord? {
        try AuthEventRow.first(
            """
            SELECT \(AuthEventRow.columns) FROM auth_events
            WHERE pool_id = \(poolID) AND sub = \(sub) AND id = \(id)
            """, in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ event: AuthEventRecord) throws {
        let position = try NumberRow.first(
            """
            SELECT position FROM auth_events WHERE pool_id = \(event.poolID) AND sub = \(event.sub)
            ORDER BY position DESC LIMIT 1
            """, in: connection)
        let id = event.description.eventId ?? ""
        try connection.add(
            id,
            """
            INSERT INTO auth_events (pool_id, sub, position, id, description, created_at)
            VALUES (\(event.poolID), \(event.sub), \((position ?? 0) + 1), \(id),
                \(SQLDocument(event.description)), \(event.description.creationDate))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ event: AuthEventRecord) throws {
        try connection.change(
            "auth_events",
            """
            UPDATE auth_events SET description = \(SQLDocument(event.description))
            WHERE pool_id = \(event.poolID) AND sub = \(event.sub) AND position = \(event.position)
            """
        )
    }
}

// MARK: - Former passwords

/// A row of `former_passwords`.
private enum FormerPasswordRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(sealed: try row["password"], setAt: try row["password_set_at"])
    }
}

extension SQLUserPoolReading {
    func formerPasswords(
        ofUser sub: String, inPool poolID: String, limit: Int
    ) throws -> [UserRecord.SealedPassword] {
        try FormerPasswordRow.all(
            """
            SELECT password, password_set_at FROM former_passwords
            WHERE pool_id = \(poolID) AND sub = \(sub) ORDER BY position DESC LIMIT \(limit)
            """, in: sql)
    }
}

extension UserPoolWriter {
    func keep(
        _ password: UserRecord.SealedPassword, ofUser sub: String, inPool poolID: String, atMost limit: Int
    ) throws {
        let newest = try NumberRow.first(
            """
            SELECT position FROM former_passwords WHERE pool_id = \(poolID) AND sub = \(sub)
            ORDER BY position DESC LIMIT 1
            """, in: connection)
        let position = Int(newest ?? 0)
        try connection.execute(
            """
            INSERT INTO former_passwords (pool_id, sub, position, password, password_set_at)
            VALUES (\(poolID), \(sub), \(position + 1), \(password.sealed), \(password.setAt))
            """
        )
        try connection.execute(
            """
            DELETE FROM former_passwords
            WHERE pool_id = \(poolID) AND sub = \(sub) AND position <= \(position + 1 - limit)
            """
        )
    }
}

// MARK: - Tables

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
