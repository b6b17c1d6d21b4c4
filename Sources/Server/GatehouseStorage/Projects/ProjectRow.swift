// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProjectStores

/// A row of `project_records`.
enum ProjectRow {
    private static let columns: SQLFragment = "app_id, name, frontend, created_at"

    static func find(_ reader: some SQLReader, id: String) throws -> StoredProject? {
        try reader.queryOne("SELECT \(columns) FROM project_records WHERE app_id = \(id)").map(project)
    }

    /// Projects by ascending id, those after an id; ids are not empty.
    static func list(_ reader: some SQLReader, after id: String, limit: Int) throws -> [StoredProject] {
        try reader.query(
            "SELECT \(columns) FROM project_records WHERE app_id > \(id) ORDER BY app_id LIMIT \(limit)"
        ).map(project)
    }

    static func count(_ reader: some SQLReader) throws -> Int {
        let row = try reader.queryOne("SELECT count(*) FROM project_records WHERE app_id > \("")")
        return try row.map { row in try row[0] } ?? 0
    }

    static func insert(_ connection: some SQLConnection, _ project: StoredProject) throws {
        try connection.add(
            project.id,
            """
            INSERT INTO project_records (app_id, name, frontend, created_at)
            VALUES (\(project.id), \(project.name), \(project.frontend), \(project.createdAt))
            ON CONFLICT DO NOTHING
            """)
    }

    static func delete(_ connection: some SQLConnection, id: String) throws {
        try connection.execute("DELETE FROM project_records WHERE app_id = \(id)")
    }

    private static func project(_ row: SQLRow) throws -> StoredProject {
        StoredProject(
            id: try row["app_id"], name: try row["name"], frontend: try row["frontend"],
            createdAt: try row["created_at"])
    }
}

/// A row of `project_environments`.
enum ProjectEnvironmentRow {
    private static let columns: SQLFragment =
        "name, auth_role, unauth_role, created_at, lock_hash, lock_holder, locked_at, lock_expires_at, lock_client_hash"

    static func find(_ reader: some SQLReader, name: String, of projectID: String) throws -> StoredEnvironment? {
        try reader.queryOne(
            "SELECT \(columns) FROM project_environments WHERE app_id = \(projectID) AND name = \(name)"
        ).map(environment)
    }

    /// The environments of a project by ascending name.
    static func list(_ reader: some SQLReader, of projectID: String) throws -> [StoredEnvironment] {
        try reader.query(
            "SELECT \(columns) FROM project_environments WHERE app_id = \(projectID) ORDER BY name"
        ).map(environment)
    }

    static func insert(
        _ connection: some SQLConnection, _ environment: StoredEnvironment, of projectID: String
    ) throws {
        try connection.add(
            environment.name,
            """
            INSERT INTO project_environments (app_id, name, auth_role, unauth_role, created_at)
            VALUES (\(projectID), \(environment.name), \(environment.authRole), \(environment.unauthRole),
                \(environment.createdAt))
            ON CONFLICT DO NOTHING
            """)
    }

    static func setLock(
        _ connection: some SQLConnection, _ lock: StoredLock?, of environment: String, in projectID: String
    ) throws {
        try connection.change(
            "project_environments",
            """
            UPDATE project_environments
            SET lock_hash = \(lock?.tokenHash), lock_holder = \(lock?.holder), locked_at = \(lock?.lockedAt),
                lock_expires_at = \(lock?.expiresAt), lock_client_hash = \(lock?.clientTokenHash)
            WHERE app_id = \(projectID) AND name = \(environment)
            """)
    }

    static func delete(_ connection: some SQLConnection, name: String, of projectID: String) throws {
        try connection.execute("DELETE FROM project_environments WHERE app_id = \(projectID) AND name = \(name)")
    }

    private static func environment(_ row: SQLRow) throws -> StoredEnvironment {
        var environment = StoredEnvironment(
            name: try row["name"], authRole: try row["auth_role"], unauthRole: try row["unauth_role"],
            createdAt: try row["created_at"])
        if let hash = try row["lock_hash"] as [UInt8]? {
            environment.lock = StoredLock(
                tokenHash: hash, holder: try row["lock_holder"], lockedAt: try row["locked_at"],
                expiresAt: try row["lock_expires_at"], clientTokenHash: try row["lock_client_hash"])
        }
        return environment
    }
}
