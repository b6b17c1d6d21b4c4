// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess

/// A row of `iam_user_keys`.
enum UserKeyRow {
    private static let columns: SQLFragment = "id, user_name, sealed, created_at"

    static func find(_ reader: some SQLReader, id: String) throws -> UserKeyRecord? {
        try reader.queryOne("SELECT \(columns) FROM iam_user_keys WHERE id = \(id)").map(record)
    }

    static func list(_ reader: some SQLReader, ofUser name: String) throws -> [UserKeyRecord] {
        try reader.query("SELECT \(columns) FROM iam_user_keys WHERE user_name = \(name) ORDER BY id").map(record)
    }

    static func insert(_ connection: some SQLConnection, _ key: UserKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO iam_user_keys (id, user_name, sealed, created_at)
            VALUES (\(key.id), \(key.userName), \(key.sealedSecret), \(key.createdAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    private static func record(_ row: SQLRow) throws -> UserKeyRecord {
        UserKeyRecord(
            id: try row["id"], userName: try row["user_name"], sealedSecret: try row["sealed"],
            createdAt: try row["created_at"])
    }
}
