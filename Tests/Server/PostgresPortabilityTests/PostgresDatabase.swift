// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibPQ
import GatehouseStorage

/// PostgreSQL behind the storage port, as far as the contract needs it: one connection, with a schema of its own that is
/// dropped when the database is released.
actor PostgresDatabase: SQLDatabase {
    private let connection: PostgresConnection
    private let schema: SQLFragment

    /// Connects and creates the schema.
    ///
    /// - Parameters:
    ///   - parameters: libpq's connection string.
    ///   - schema: the name of a schema that does not exist yet.
    /// - Throws: ``StorageError``.
    init(_ parameters: String, schema: SQLFragment) throws {
        connection = try PostgresConnection(parameters)
        self.schema = schema
        try connection.execute(SQL("DROP SCHEMA IF EXISTS \(schema) CASCADE"))
        try connection.execute(SQL("CREATE SCHEMA \(schema)"))
        try connection.execute(SQL("SET search_path TO \(schema)"))
    }

    isolated deinit {
        // A schema that stays behind is dropped by the next run with the same name.
        _ = try? connection.execute(SQL("DROP SCHEMA \(schema) CASCADE"))
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { connection in try body(connection) }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try transaction("BEGIN ISOLATION LEVEL SERIALIZABLE") { connection in try body(connection) }
    }

    private func transaction<Value>(_ begin: SQL, _ body: (PostgresConnection) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        try connection.execute(begin)
        do {
            let value = try body(connection)
            try connection.execute("COMMIT")
            return value
        } catch {
            try connection.execute("ROLLBACK")
            throw error
        }
    }
}
