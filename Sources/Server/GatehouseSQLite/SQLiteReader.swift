// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

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
