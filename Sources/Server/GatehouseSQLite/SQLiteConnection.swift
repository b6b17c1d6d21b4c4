// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

/// Queries and statements on GRDB's writing connection.
struct SQLiteConnection: SQLConnection {
    private let database: Database
    private let statements: SQLiteStatements

    /// Uses a connection on its queue, with the statements that the connection has prepared.
    init(_ database: Database, _ statements: SQLiteStatements) {
        self.database = database
        self.statements = statements
    }

    func query(_ sql: GatehouseStorage.SQL) throws -> [SQLRow] {
        try StorageError.translating { try prepared(sql).rows(arguments: sql.arguments) }
    }

    func read(_ sql: GatehouseStorage.SQL, _ body: (SQLCursor) throws -> Bool) throws {
        try StorageError.translating { try prepared(sql).read(arguments: sql.arguments, body) }
    }

    @discardableResult
    func execute(_ sql: GatehouseStorage.SQL) throws -> Int {
        try StorageError.translating {
            guard !sql.arguments.isEmpty else {
                // GRDB learns of a change of the schema.
                let statement = try database.cachedStatement(sql: SQLiteDialect.statement(sql.text))
                try Self.requireTransaction(database.isInsideTransaction)
                try statement.execute()
                return database.changesCount
            }
            let statement = try prepared(sql)
            try Self.requireTransaction(statement.isInsideTransaction)
            try statement.run(arguments: sql.arguments)
            return statement.changedRows
        }
    }

    private func prepared(_ sql: GatehouseStorage.SQL) throws -> SQLiteStatement {
        try statements.statement(sql.key) { text in try database.cachedStatement(sql: text) }
    }

    /// After a failure that ended the transaction, no statement may write outside of a transaction.
    private static func requireTransaction(_ isInside: Bool) throws(StorageError) {
        guard isInside else { throw StorageError.statement("the transaction has ended") }
    }

    /// Writes the next state number into the database's header.
    ///
    /// A log whose last state is older than the state of the file must not be merged into the file.
    /// - Returns: the number.
    func advanceState() throws -> Int32 {
        try StorageError.translating {
            let state = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            // The number of backups is left out; servers reach it after decades.
            let next = state &+ 1 == SQLiteBackup.applicationID ? state &+ 2 : state &+ 1
            try database.execute(sql: "PRAGMA application_id = \(next)")
            return next
        }
    }
}

/// Queries on one of GRDB's connections, on its queue, with prepared statements that the connection caches.
struct SQLiteReader: SQLReader {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func query(_ sql: GatehouseStorage.SQL) throws -> [SQLRow] {
        try StorageError.translating {
            try SQLiteStatement(database.cachedStatement(sql: sql.text)).rows(arguments: sql.arguments)
        }
    }

    func read(_ sql: GatehouseStorage.SQL, _ body: (SQLCursor) throws -> Bool) throws {
        try StorageError.translating {
            try SQLiteStatement(database.cachedStatement(sql: sql.text)).read(arguments: sql.arguments, body)
        }
    }
}
