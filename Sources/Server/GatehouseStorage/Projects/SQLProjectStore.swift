// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseProjectStores

/// The store of project records in the tables of ``ProjectsSchema``.
package struct SQLProjectStore: ProjectStore {
    private let database: any SQLDatabase

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ProjectReading) throws -> Value
    ) async throws -> Value {
        try await database.read { sql in try body(ProjectReader(sql: sql)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ProjectWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(ProjectWriter(connection: connection)) }
    }
}

private protocol SQLProjectReading: ProjectReading {
    var sql: any SQLReader { get }
}

extension SQLProjectReading {
    func project(_ id: String) throws -> StoredProject? {
        try ProjectRow.find(sql, id: id)
    }

    func projects(after id: String?, limit: Int) throws -> [StoredProject] {
        try ProjectRow.list(sql, after: id ?? "", limit: limit)
    }

    func projectCount() throws -> Int {
        try ProjectRow.count(sql)
    }

    func environment(_ name: String, of projectID: String) throws -> StoredEnvironment? {
        try ProjectEnvironmentRow.find(sql, name: name, of: projectID)
    }

    func environments(of projectID: String) throws -> [StoredEnvironment] {
        try ProjectEnvironmentRow.list(sql, of: projectID)
    }

    func states(of environment: String, in projectID: String, limit: Int) throws -> [PushedState] {
        try ProjectStateRow.list(sql, of: environment, in: projectID, limit: limit)
    }

    func state(_ number: Int, of environment: String, in projectID: String) throws -> PushedState? {
        try ProjectStateRow.find(sql, number: number, of: environment, in: projectID)
    }

    func outputs(ofState number: Int, of environment: String, in projectID: String) throws -> String? {
        try ProjectStateRow.outputs(sql, number: number, of: environment, in: projectID)
    }

    func files(ofState number: Int, of environment: String, in projectID: String) throws -> [PushedFile] {
        try ProjectStateRow.files(sql, number: number, of: environment, in: projectID)
    }

    func size(ofContent sha256: String, in projectID: String) throws -> Int? {
        try ProjectContentRow.size(sql, of: sha256, in: projectID)
    }

    func content(_ sha256: String, in projectID: String) throws -> [UInt8]? {
        try ProjectContentRow.content(sql, of: sha256, in: projectID)
    }

    func unusedContent(in projectID: String) throws -> UnusedContent {
        try ProjectContentRow.unused(sql, in: projectID)
    }
}

private struct ProjectReader: SQLProjectReading {
    let sql: any SQLReader
}

/// Reads and writes inside a transaction.
private struct ProjectWriter: SQLProjectReading, ProjectWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }

    func insert(_ project: StoredProject) throws {
        try ProjectRow.insert(connection, project)
    }

    func insert(_ environment: StoredEnvironment, of projectID: String) throws {
        try ProjectEnvironmentRow.insert(connection, environment, of: projectID)
    }

    func setLock(_ lock: StoredLock?, of environment: String, in projectID: String) throws {
        try ProjectEnvironmentRow.setLock(connection, lock, of: environment, in: projectID)
    }

    func insert(
        _ state: PushedState, files: [PushedFile], outputs: String, of environment: String, in projectID: String
    ) throws {
        try ProjectStateRow.insert(
            connection, state, files: files, outputs: outputs, of: environment, in: projectID)
    }

    func removeStates(upTo number: Int, of environment: String, in projectID: String) throws {
        try ProjectStateRow.delete(connection, upTo: number, of: environment, in: projectID)
    }

    func removeEnvironment(_ name: String, of projectID: String) throws {
        try removeStates(upTo: .max, of: name, in: projectID)
        try ProjectEnvironmentRow.delete(connection, name: name, of: projectID)
    }

    func removeProject(_ id: String) throws {
        try ProjectContentRow.deleteAll(connection, of: id)
        try ProjectRow.delete(connection, id: id)
    }

    func putContent(_ content: [UInt8], sha256: String, in projectID: String, at time: Date) throws {
        try ProjectContentRow.put(connection, content, sha256: sha256, in: projectID, at: time)
    }

    func removeUnusedContent(in projectID: String, storedBefore time: Date) throws {
        try ProjectContentRow.deleteUnused(connection, in: projectID, storedBefore: time)
    }
}
