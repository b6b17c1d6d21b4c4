// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

/// A row of `auth_events`.
private enum AuthEventRow {
    static let columns: SQLFragment = "pool_id, sub, position, description"

    static func record(_ row: SQLRow) throws -> AuthEventRecord {
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
        try sql.query(
            """
            SELECT \(AuthEventRow.columns) FROM auth_events
            WHERE pool_id = \(poolID) AND sub = \(sub) AND position < \(position ?? .max)
            ORDER BY position DESC LIMIT \(limit)
            """
        ).map(AuthEventRow.record)
    }

    func authEvent(_ id: String, ofUser sub: String, inPool poolID: String) throws -> AuthEventRecord? {
        try sql.queryOne(
            """
            SELECT \(AuthEventRow.columns) FROM auth_events
            WHERE pool_id = \(poolID) AND sub = \(sub) AND id = \(id)
            """
        ).map(AuthEventRow.record)
    }
}

extension UserPoolWriter {
    func insert(_ event: AuthEventRecord) throws {
        let newest = try connection.queryOne(
            """
            SELECT position FROM auth_events WHERE pool_id = \(event.poolID) AND sub = \(event.sub)
            ORDER BY position DESC LIMIT 1
            """
        )
        let position: Int = try newest.map { try $0["position"] } ?? 0
        let id = event.description.eventId ?? ""
        try connection.add(
            id,
            """
            INSERT INTO auth_events (pool_id, sub, position, id, description, created_at)
            VALUES (\(event.poolID), \(event.sub), \(position + 1), \(id),
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
