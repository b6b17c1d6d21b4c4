// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

/// A row of `user_pools`.
///
/// Its revision starts with the time of creation and grows with each change, so that a new pool with an old id does not
/// get the old pool's cached values.
enum UserPoolRow {
    static let columns: SQLFragment = """
        id, description, tracks_sessions, sessions_per_user, factors, created_at, modified_at
        """

    static func record(_ row: SQLRow) throws -> UserPoolRecord {
        let description: SQLDocument<UserPoolType> = try row["description"]
        let factors: PoolFactorsDocument? = try row["factors"]
        return UserPoolRecord(
            id: try row["id"], description: description.shape, sessions: try sessions(row),
            factors: factors?.factors ?? .none, createdAt: try row["created_at"], modifiedAt: try row["modified_at"])
    }

    private static func sessions(_ row: SQLRow) throws -> SessionSettings {
        guard let isTracked: Bool = try row["tracks_sessions"] else { return SessionSettings() }
        return SessionSettings(isTracked: isTracked, maximumPerUser: try row["sessions_per_user"])
    }

    static func find(_ sql: any SQLReader, _ id: String) throws -> UserPoolRecord? {
        try sql.queryOne("SELECT \(columns) FROM user_pools WHERE id = \(id)").map(record)
    }

    static func revision(_ sql: any SQLReader, _ id: String) throws -> Int64? {
        try NumberRow.first(revisionQuery(id), in: sql)
    }

    static func revisionQuery(_ id: String) -> SQL { "SELECT revision FROM user_pools WHERE id = \(id)" }
}

extension SQLUserPoolReading {
    func userPool(_ id: String) throws -> UserPoolRecord? {
        try UserPoolRow.find(sql, id)
    }

    func userPools(after id: String?, limit: Int) throws -> [UserPoolRecord] {
        try sql.query(
            """
            SELECT \(UserPoolRow.columns) FROM user_pools WHERE id > \(id ?? "") ORDER BY id LIMIT \(limit)
            """
        ).map(UserPoolRow.record)
    }

    func hasUserPools(_ count: Int, inRegion region: String) throws -> Bool {
        // An id starts with the region and an underscore; the next ASCII character is the backquote.
        try sql.queryOne(
            """
            SELECT id FROM user_pools WHERE id > \(region + "_") AND id < \(region + "`")
            ORDER BY id LIMIT 1 OFFSET \(count - 1)
            """
        ) != nil
    }
}

extension UserPoolWriter {
    func insert(_ pool: UserPoolRecord) throws {
        try connection.add(
            pool.id,
            """
            INSERT INTO user_pools (id, revision, description, created_at, modified_at)
            VALUES (\(pool.id), \(pool.createdAt), \(SQLDocument(pool.description)), \(pool.createdAt),
                \(pool.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
        // The INSERT above does not write the pool's own settings.
        if pool.sessions != SessionSettings() || pool.factors != .none { try update(pool) }
    }

    func update(_ pool: UserPoolRecord) throws {
        try connection.change(
            "user_pools",
            """
            UPDATE user_pools SET revision = revision + 1, description = \(SQLDocument(pool.description)),
                tracks_sessions = \(pool.sessions.isTracked), sessions_per_user = \(pool.sessions.maximumPerUser),
                factors = \(PoolFactorsDocument(pool.factors)),
                modified_at = \(pool.modifiedAt)
            WHERE id = \(pool.id)
            """
        )
    }

    func deleteUserPool(_ id: String) throws {
        try connection.deleteRows(ofPool: id)
    }
}

/// A pool's factors as the service's own shape in a TEXT column; `nil` for a pool without any.
private struct PoolFactorsDocument: SQLConvertible {
    let factors: PoolFactors

    init?(_ factors: PoolFactors) {
        guard factors != .none else { return nil }
        self.factors = factors
    }

    var sqlValue: SQLValue {
        SQLDocument(
            GetUserPoolMfaConfigResponse(
                smsMfaConfiguration: factors.usesSMS ? SmsMfaConfigType() : nil,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: factors.usesSoftwareToken),
                emailMfaConfiguration: factors.email, webAuthnConfiguration: factors.webAuthn)
        ).sqlValue
    }

    init?(sqlValue: SQLValue) {
        guard let document = SQLDocument<GetUserPoolMfaConfigResponse>(sqlValue: sqlValue) else { return nil }
        let shape = document.shape
        factors = PoolFactors(
            usesSMS: shape.smsMfaConfiguration != nil,
            usesSoftwareToken: shape.softwareTokenMfaConfiguration?.enabled ?? false,
            email: shape.emailMfaConfiguration, webAuthn: shape.webAuthnConfiguration)
    }
}
