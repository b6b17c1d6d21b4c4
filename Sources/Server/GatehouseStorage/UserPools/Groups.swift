// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

/// A row of `user_groups`, with the alias `g` in its statements; the administrator's settings are in a JSON document.
enum GroupRow: SQLRecordRow {
    static let columns: SQLFragment = "g.pool_id, g.name, g.settings, g.created_at, g.modified_at"

    static func query(ofUser sub: String, inPool poolID: String, after name: String?, limit: Int) -> SQL {
        """
        SELECT \(columns) FROM group_members m
        JOIN user_groups g ON g.pool_id = m.pool_id AND g.name = m.group_name
        WHERE m.pool_id = \(poolID) AND m.sub = \(sub) AND m.group_name > \(name ?? "")
        ORDER BY m.group_name LIMIT \(limit)
        """
    }

    /// The first groups of the user that ``UserRow/query(near:inPool:)`` finds.
    static func query(ofUserNear sub: String, inPool poolID: String, limit: Int) -> SQL {
        """
        SELECT \(columns) FROM group_members m
        JOIN user_groups g ON g.pool_id = m.pool_id AND g.name = m.group_name
        WHERE m.pool_id = \(poolID) AND m.sub = COALESCE(\(subsNear: sub, inPool: poolID))
        ORDER BY m.group_name LIMIT \(limit)
        """
    }

    static func record(_ row: SQLCursor) throws -> GroupRecord {
        let settings: SQLDocument<GroupType> = try row["settings"]
        return GroupRecord(
            poolID: try row["pool_id"], name: try row["name"], description: settings.shape.description,
            roleARN: settings.shape.roleArn, precedence: settings.shape.precedence, createdAt: try row["created_at"],
            modifiedAt: try row["modified_at"])
    }

    static func settings(_ group: GroupRecord) -> SQLDocument<GroupType> {
        SQLDocument(
            GroupType(description: group.description, roleArn: group.roleARN, precedence: group.precedence))
    }
}

extension SQLUserPoolReading {
    func group(_ name: String, inPool poolID: String) throws -> GroupRecord? {
        // No group has a name that cannot be stored.
        guard name.sqlValue.isStorable else { return nil }
        return try GroupRow.first(
            "SELECT \(GroupRow.columns) FROM user_groups g WHERE g.pool_id = \(poolID) AND g.name = \(name)", in: sql)
    }

    func groups(inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord] {
        try GroupRow.all(
            """
            SELECT \(GroupRow.columns) FROM user_groups g
            WHERE g.pool_id = \(poolID) AND g.name > \(name ?? "") ORDER BY g.name LIMIT \(limit)
            """, in: sql)
    }

    func hasGroups(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "user_groups", by: "name", inPool: poolID)
    }

    func groups(ofUser sub: String, inPool poolID: String, after name: String?, limit: Int) throws -> [GroupRecord] {
        try GroupRow.all(GroupRow.query(ofUser: sub, inPool: poolID, after: name, limit: limit), in: sql)
    }

    func groups(ofUserNear sub: String, inPool poolID: String, limit: Int) throws -> [GroupRecord] {
        try GroupRow.all(GroupRow.query(ofUserNear: sub, inPool: poolID, limit: limit), in: sql)
    }

    func users(inGroup name: String, ofPool poolID: String, after sub: String?, limit: Int) throws -> [UserRecord] {
        try UserRow.all(
            """
            SELECT \(UserRow.columns) FROM group_members m JOIN users u ON u.pool_id = m.pool_id AND u.sub = m.sub
            WHERE m.pool_id = \(poolID) AND m.group_name = \(name) AND m.sub > \(sub ?? "")
            ORDER BY m.sub LIMIT \(limit)
            """, in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ group: GroupRecord) throws {
        try connection.add(
            group.name,
            """
            INSERT INTO user_groups (pool_id, name, settings, created_at, modified_at)
            VALUES (\(group.poolID), \(group.name), \(GroupRow.settings(group)), \(group.createdAt),
                \(group.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ group: GroupRecord) throws {
        try connection.change(
            "user_groups",
            """
            UPDATE user_groups SET settings = \(GroupRow.settings(group)), modified_at = \(group.modifiedAt)
            WHERE pool_id = \(group.poolID) AND name = \(group.name)
            """
        )
    }

    func deleteGroup(_ name: String, inPool poolID: String) throws {
        guard name.sqlValue.isStorable else { return }
        try connection.execute("DELETE FROM group_members WHERE pool_id = \(poolID) AND group_name = \(name)")
        try connection.execute("DELETE FROM user_groups WHERE pool_id = \(poolID) AND name = \(name)")
    }

    func addUser(_ sub: String, toGroup name: String, inPool poolID: String) throws {
        try connection.execute(
            """
            INSERT INTO group_members (pool_id, sub, group_name) VALUES (\(poolID), \(sub), \(name))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func removeUser(_ sub: String, fromGroup name: String, inPool poolID: String) throws {
        try connection.execute(
            "DELETE FROM group_members WHERE pool_id = \(poolID) AND sub = \(sub) AND group_name = \(name)")
    }
}

/// The tables of groups.
///
/// Memberships have indexes by user and by group.
enum GroupsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE user_groups (
            pool_id TEXT NOT NULL,
            name TEXT NOT NULL,
            settings TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, name)
        )
        """,
        """
        CREATE TABLE group_members (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            group_name TEXT NOT NULL,
            PRIMARY KEY (pool_id, sub, group_name)
        )
        """,
        "CREATE UNIQUE INDEX group_members_by_group ON group_members (pool_id, group_name, sub)",
    ]
}
