// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProjectStores

/// A row of `project_states`, and its rows of `project_state_files`.
enum ProjectStateRow {
    private static let columns: SQLFragment = "state_number, sha256, pushed_by, pushed_from, pushed_at"

    /// The states of an environment, the newest first.
    static func list(
        _ reader: some SQLReader, of environment: String, in projectID: String, limit: Int
    ) throws -> [PushedState] {
        try reader.query(
            """
            SELECT \(columns) FROM project_states WHERE app_id = \(projectID) AND environment = \(environment)
            ORDER BY state_number DESC LIMIT \(limit)
            """
        ).map(state)
    }

    static func find(
        _ reader: some SQLReader, number: Int, of environment: String, in projectID: String
    ) throws -> PushedState? {
        try reader.queryOne(
            """
            SELECT \(columns) FROM project_states
            WHERE app_id = \(projectID) AND environment = \(environment) AND state_number = \(number)
            """
        ).map(state)
    }

    static func outputs(
        _ reader: some SQLReader, number: Int, of environment: String, in projectID: String
    ) throws -> String? {
        try reader.queryOne(
            """
            SELECT outputs FROM project_states
            WHERE app_id = \(projectID) AND environment = \(environment) AND state_number = \(number)
            """
        ).map { row in try row["outputs"] }
    }

    /// The files of a state in the order of the bytes of their paths, which the collation of an engine may not be.
    static func files(
        _ reader: some SQLReader, number: Int, of environment: String, in projectID: String
    ) throws -> [PushedFile] {
        try reader.query(
            """
            SELECT path, sha256, size, is_program FROM project_state_files
            WHERE app_id = \(projectID) AND environment = \(environment) AND state_number = \(number)
            """
        ).map { row in
            PushedFile(
                path: try row["path"], sha256: try row["sha256"], size: try row["size"],
                isProgram: try row["is_program"])
        }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    static func insert(
        _ connection: some SQLConnection, _ state: PushedState, files: [PushedFile], outputs: String,
        of environment: String, in projectID: String
    ) throws {
        try connection.add(
            String(state.number),
            """
            INSERT INTO project_states
                (app_id, environment, state_number, sha256, pushed_by, pushed_from, pushed_at, outputs)
            VALUES (\(projectID), \(environment), \(state.number), \(state.sha256), \(state.pushedBy),
                \(state.pushedFrom), \(state.pushedAt), \(outputs))
            ON CONFLICT DO NOTHING
            """)
        for file in files {
            try connection.execute(
                """
                INSERT INTO project_state_files
                    (app_id, environment, state_number, path, sha256, size, is_program)
                VALUES (\(projectID), \(environment), \(state.number), \(file.path), \(file.sha256), \(file.size),
                    \(file.isProgram))
                """)
        }
    }

    /// Deletes the states of an environment up to a number; the contents that only they use are deleted before.
    static func delete(
        _ connection: some SQLConnection, upTo number: Int, of environment: String, in projectID: String
    ) throws {
        try ProjectContentRow.delete(connection, usedOnlyUpTo: number, of: environment, in: projectID)
        try connection.execute(
            """
            DELETE FROM project_state_files
            WHERE app_id = \(projectID) AND environment = \(environment) AND state_number <= \(number)
            """)
        try connection.execute(
            """
            DELETE FROM project_states
            WHERE app_id = \(projectID) AND environment = \(environment) AND state_number <= \(number)
            """)
    }

    private static func state(_ row: SQLRow) throws -> PushedState {
        PushedState(
            number: try row["state_number"], sha256: try row["sha256"], pushedBy: try row["pushed_by"],
            pushedFrom: try row["pushed_from"], pushedAt: try row["pushed_at"])
    }
}
