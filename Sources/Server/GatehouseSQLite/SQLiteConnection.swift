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
