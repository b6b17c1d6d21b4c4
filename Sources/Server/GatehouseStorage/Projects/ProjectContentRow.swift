// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProjectStores

/// A row of `project_contents`.
enum ProjectContentRow {
    static func size(_ reader: some SQLReader, of sha256: String, in projectID: String) throws -> Int? {
        try reader.queryOne(
            "SELECT size FROM project_contents WHERE app_id = \(projectID) AND sha256 = \(sha256)"
        ).map { row in try row["size"] }
    }

    static func content(_ reader: some SQLReader, of sha256: String, in projectID: String) throws -> [UInt8]? {
        try reader.queryOne(
            "SELECT content FROM project_contents WHERE app_id = \(projectID) AND sha256 = \(sha256)"
        ).map { row in try row["content"] as [UInt8]? ?? [] }
    }

    /// The sum of the contents that no state uses.
    static func unused(_ reader: some SQLReader, in projectID: String) throws -> UnusedContent {
        let row = try reader.queryOne(
            """
            SELECT count(*), CAST(coalesce(sum(c.size), 0) AS BIGINT) FROM project_contents c
            WHERE c.app_id = \(projectID) AND NOT EXISTS (SELECT 1 FROM project_state_files f
                WHERE f.app_id = c.app_id AND f.sha256 = c.sha256)
            """)
        return try row.map { row in UnusedContent(count: try row[0], bytes: try row[1]) }
            ?? UnusedContent(count: 0, bytes: 0)
    }

    static func put(
        _ connection: some SQLConnection, _ content: [UInt8], sha256: String, in projectID: String, at time: Date
    ) throws {
        let stored: [UInt8]? = content.isEmpty ? nil : content
        try connection.execute(
            """
            INSERT INTO project_contents (app_id, sha256, size, stored_at, content)
            VALUES (\(projectID), \(sha256), \(content.count), \(time), \(stored))
            ON CONFLICT (app_id, sha256) DO UPDATE SET stored_at = excluded.stored_at
            """)
    }

    /// Deletes the contents that no state uses and that were stored before a time.
    static func deleteUnused(_ connection: some SQLConnection, in projectID: String, storedBefore time: Date) throws {
        try connection.execute(
            """
            DELETE FROM project_contents
            WHERE app_id = \(projectID) AND stored_at < \(time) AND NOT EXISTS (SELECT 1 FROM project_state_files f
                WHERE f.app_id = project_contents.app_id AND f.sha256 = project_contents.sha256)
            """)
    }

    /// Deletes the contents that states of an environment up to a number use, and no other state of the project.
    static func delete(
        _ connection: some SQLConnection, usedOnlyUpTo number: Int, of environment: String, in projectID: String
    ) throws {
        try connection.execute(
            """
            DELETE FROM project_contents
            WHERE app_id = \(projectID)
                AND EXISTS (SELECT 1 FROM project_state_files f
                    WHERE f.app_id = project_contents.app_id AND f.sha256 = project_contents.sha256
                        AND f.environment = \(environment) AND f.state_number <= \(number))
                AND NOT EXISTS (SELECT 1 FROM project_state_files o
                    WHERE o.app_id = project_contents.app_id AND o.sha256 = project_contents.sha256
                        AND (o.environment <> \(environment) OR o.state_number > \(number)))
            """)
    }

    /// Deletes all contents of a project.
    static func deleteAll(_ connection: some SQLConnection, of projectID: String) throws {
        try connection.execute("DELETE FROM project_contents WHERE app_id = \(projectID)")
    }
}
