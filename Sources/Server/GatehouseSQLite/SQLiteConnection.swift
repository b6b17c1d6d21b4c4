// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

/// Queries and statements on GRDB's writing connection.
struct SQLiteConnection: SQLConnection {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func query(_ sql: GatehouseStorage.SQL) throws -> [SQLRow] {
        try SQLiteReader(database).query(sql)
    }

    @discardableResult
    func execute(_ sql: GatehouseStorage.SQL) throws -> Int {
        try StorageError.translating {
            let statement = try database.cachedStatement(sql: sql.text)
            guard !sql.arguments.isEmpty else {
                try statement.execute()
                return database.changesCount
            }
            // After a failure that ended the transaction, no statement may write outside of a transaction.
            guard database.isInsideTransaction else { throw StorageError.statement("the transaction has ended") }
            try SQLiteStatement(statement).run(arguments: sql.arguments)
            return database.changesCount
        }
    }

    /// Writes the page of the database's header with the same content.
    func rewriteHeader() throws {
        try StorageError.translating {
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
    }
}

/// Queries on one of GRDB's connections, with prepared statements that the connection caches.
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
}
