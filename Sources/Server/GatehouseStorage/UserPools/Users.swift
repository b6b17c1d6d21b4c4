// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

// MARK: - Users

/// A row of `users`, with the alias `u` in its statements.
enum UserRow: SQLRecordRow {
    static let columns: SQLFragment = """
        u.pool_id, u.sub, u.username, u.status, u.enabled, u.attributes, u.password, u.password_set_at, \
        u.password_version, u.mfa, u.created_at, u.modified_at
        """

    static func record(_ row: SQLCursor) throws -> UserRecord {
        let attributes: UserAttributesDocument = try row["attributes"]
        let mfa: UserMFADocument? = try row["mfa"]
        return UserRecord(
            sub: try row["sub"], poolID: try row["pool_id"], username: try row["username"], status: try row["status"],
            isEnabled: try row["enabled"], attributes: attributes.values, password: try password(row),
            mfa: mfa?.mfa ?? .none, createdAt: try row["created_at"], modifiedAt: try row["modified_at"])
    }

    static func query(_ sub: String, inPool poolID: String) -> SQL {
        "SELECT \(columns) FROM users u WHERE u.pool_id = \(poolID) AND u.sub = \(sub)"
    }

    /// The user with the next `sub`, or the first one if there is none.
    static func query(near sub: String, inPool poolID: String) -> SQL {
        """
        SELECT \(columns) FROM users u
        WHERE u.pool_id = \(poolID) AND u.sub = COALESCE(\(subsNear: sub, inPool: poolID))
        """
    }

    /// The user with a name, or else the one of ``query(near:inPool:)``.
    ///
    /// One statement finds either, so that the trips to the database do not show whether a user has the name. An unknown
    /// name costs two or three more searches of an index.
    static func query(_ sought: SoughtUser) -> SQL {
        """
        SELECT \(columns),
            CASE WHEN u.sub = COALESCE(
                (SELECT n.sub FROM user_names n WHERE n.pool_id = \(sought.poolID) AND n.name = \(sought.name.value)),
                \(sought.name.value)) THEN 1 ELSE 0 END AS is_named
        FROM users u WHERE u.pool_id = \(sought.poolID) AND u.sub = COALESCE(
            (SELECT n.sub FROM user_names n WHERE n.pool_id = \(sought.poolID) AND n.name = \(sought.name.value)),
            (SELECT s.sub FROM users s WHERE s.pool_id = \(sought.poolID) AND s.sub = \(sought.name.value)),
            \(subsNear: sought.neighbour, inPool: sought.poolID))
        """
    }

    private static func password(_ row: SQLCursor) throws -> UserRecord.SealedPassword? {
        guard let sealed: [UInt8] = try row["password"] else { return nil }
        return UserRecord.SealedPassword(
            sealed: sealed, setAt: try row["password_set_at"], storedVersion: try row["password_version"])
    }
}

extension SQL.StringInterpolation {
    /// Inserts the searches that find a stand-in, as operands of COALESCE: for the next `sub`, and for the first one.
    mutating func appendInterpolation(subsNear sub: String, inPool poolID: String) {
        appendLiteral("(SELECT s.sub FROM users s WHERE s.pool_id = ")
        appendInterpolation(poolID)
        appendLiteral(" AND s.sub > ")
        appendInterpolation(sub)
        appendLiteral(" ORDER BY s.sub LIMIT 1), (SELECT s.sub FROM users s WHERE s.pool_id = ")
        appendInterpolation(poolID)
        appendLiteral(" ORDER BY s.sub LIMIT 1)")
    }
}

/// A row of the search for a name, whose last column is whether the user has the name.
private enum SoughtUserRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> FoundUser {
        let user = try UserRow.record(row)
        return try row["is_named"] ? .named(user) : .standIn(user)
    }
}

extension SQLUserPoolReading {
    func user(_ sub: String, inPool poolID: String) throws -> UserRecord? {
        try UserRow.first(UserRow.query(sub, inPool: poolID), in: sql)
    }

    func user(near sub: String, inPool poolID: String) throws -> UserRecord? {
        try UserRow.first(UserRow.query(near: sub, inPool: poolID), in: sql)
    }

    func user(_ sought: SoughtUser) throws -> FoundUser {
        // No user has a name that cannot be stored.
        guard sought.name.value.sqlValue.isStorable else { return .none }
        return try SoughtUserRow.first(UserRow.query(sought), in: sql) ?? FoundUser.none
    }
}

extension UserPoolWriter {
    func insert(_ user: UserRecord, names: [SignInName]) throws {
        let taken = try take(names, for: user.sub, inPool: user.poolID)
        // The statement of the first schema is enough for a user without a stored version of the password.
        let statement: SQL =
            if let password = user.password, let version = password.storedVersion {
                """
                INSERT INTO users (pool_id, sub, username, status, enabled, attributes, password, password_set_at,
                    password_version, created_at, modified_at)
                VALUES (\(user.poolID), \(user.sub), \(user.username), \(user.status), \(user.isEnabled),
                    \(UserAttributesDocument(user.attributes)), \(password.sealed), \(password.setAt),
                    \(version), \(user.createdAt), \(user.modifiedAt))
                ON CONFLICT DO NOTHING
                """
            } else {
                """
                INSERT INTO users (pool_id, sub, username, status, enabled, attributes, password, password_set_at,
                    created_at, modified_at)
                VALUES (\(user.poolID), \(user.sub), \(user.username), \(user.status), \(user.isEnabled),
                    \(UserAttributesDocument(user.attributes)), \(user.password?.sealed), \(user.password?.setAt),
                    \(user.createdAt), \(user.modifiedAt))
                ON CONFLICT DO NOTHING
                """
            }
        do {
            // A caller may choose the id, so the time of the creation is a part of the witness.
            try connection.add(
                user.sub, statement,
                witness: """
                    SELECT sub FROM users
                    WHERE pool_id = \(user.poolID) AND sub = \(user.sub) AND created_at = \(user.createdAt)
                    """)
        } catch let conflict as StoreConflict {
            try release(taken, inPool: user.poolID)
            throw conflict
        }
        try count(1, user)
        try index(user, insteadOf: nil)
        // The INSERTs above do not write second factors.
        if user.mfa != .none { try update(user) }
    }

    func update(_ user: UserRecord) throws {
        let old = try self.user(user.sub, inPool: user.poolID)
        let user = user.sealed(as: old)
        try connection.change(
            "users",
            """
            UPDATE users SET status = \(user.status), enabled = \(user.isEnabled),
                attributes = \(UserAttributesDocument(user.attributes)), password = \(user.password?.sealed),
                password_set_at = \(user.password?.setAt), password_version = \(user.password?.storedVersion),
                mfa = \(UserMFADocument(user.mfa)),
                modified_at = \(user.modifiedAt)
            WHERE pool_id = \(user.poolID) AND sub = \(user.sub)
            """
        )
        try index(user, insteadOf: old)
    }

    func deleteUser(_ sub: String, inPool poolID: String) throws {
        guard let user = try user(sub, inPool: poolID) else { return }
        try connection.execute(
            """
            DELETE FROM refresh_tokens WHERE pool_id = \(poolID) AND family_id IN
                (SELECT id FROM token_families WHERE pool_id = \(poolID) AND sub = \(sub))
            """
        )
        for table: SQLFragment in [
            "token_families", "codes", "user_names", "group_members", "former_passwords", "user_sessions",
            "auth_events", "devices", "passkeys", "federated_identities", "browser_sessions", "authorization_codes",
            "users",
        ] {
            try connection.execute("DELETE FROM \(table) WHERE pool_id = \(poolID) AND sub = \(sub)")
        }
        try index(nil, insteadOf: user)
        try count(-1, user)
    }
}

extension UserRecord {
    /// This user with the stored bytes of values that have not changed.
    ///
    /// They may have been sealed again under another key since this record was read.
    fileprivate func sealed(as stored: UserRecord?) -> UserRecord {
        var user = self
        if let password = stored?.password, password == user.password { user.password = password }
        if let token = stored?.mfa.softwareToken, token == user.mfa.softwareToken { user.mfa.softwareToken = token }
        return user
    }
}

extension UserStatusType: SQLConvertible {}

// MARK: - Names

extension SQLUserPoolReading {
    func user(named name: SignInName, inPool poolID: String) throws -> UserRecord? {
        // No user has a name that cannot be stored.
        guard name.value.sqlValue.isStorable else { return nil }
        return try UserRow.first(
            """
            SELECT \(UserRow.columns) FROM users u WHERE u.pool_id = \(poolID) AND u.sub = COALESCE(
                (SELECT n.sub FROM user_names n WHERE n.pool_id = \(poolID) AND n.name = \(name.value)), \(name.value))
            """, in: sql)
    }
}

// MARK: - Attributes

/// A user's attributes as a JSON object in a TEXT column.
private struct UserAttributesDocument: SQLConvertible {
    let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    var sqlValue: SQLValue {
        .text(String(decoding: WireValue.object(ofTexts: values).jsonBytes(), as: UTF8.self))
    }

    /// Reads the object; `nil` if a value is not a string, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let values = try? Self.values(in: Array(text.utf8)) else { return nil }
        self.values = values
    }

    /// Reads the members one after another, because a tree of JSON values would be built for each row.
    private static func values(in json: [UInt8]) throws(WireSyntaxError) -> [String: String] {
        var parser = JSONParser(json, maximumDepth: 1)
        guard case .object = try parser.part() else { throw .notJSON }
        var values: [String: String] = [:]
        while let name = try parser.member(isFirst: values.isEmpty) {
            guard case .string(let value) = try parser.part() else { throw .notJSON }
            values[name] = value
        }
        try parser.end()
        return values
    }
}
