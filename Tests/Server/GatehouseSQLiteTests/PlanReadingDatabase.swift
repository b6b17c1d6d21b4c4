// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage

/// A statement that goes through a whole table.
struct WholeTableScan: Error, Equatable {
    let step: String
    let statement: String
}

/// SQLite with a look at the plan of each statement before it runs: one that goes through a whole table is refused.
struct PlanReadingDatabase: SQLDatabase {
    let database: SQLiteDatabase

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(PlanReadingConnection(connection: connection)) }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(PlanReadingConnection(connection: connection)) }
    }
}

private struct PlanReadingConnection: SQLConnection {
    let connection: any SQLConnection

    func query(_ sql: SQL) throws -> [SQLRow] {
        try readPlan(of: sql)
        return try connection.query(sql)
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try readPlan(of: sql)
        return try connection.execute(sql)
    }

    private func readPlan(of sql: SQL) throws {
        guard !sql.text.hasPrefix("CREATE"), !sql.text.contains("schema_migrations") else { return }
        for row in try connection.query(sql.prefixed(by: "EXPLAIN QUERY PLAN ")) {
            let step: String = try row["detail"]
            if step.hasPrefix("SCAN") { throw WholeTableScan(step: step, statement: sql.text) }
        }
    }
}
