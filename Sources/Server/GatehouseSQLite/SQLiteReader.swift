// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage

/// Asks on one of GRDB's connections, with prepared statements that the connection keeps.
struct SQLiteReader: SQLReader {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func query(_ sql: GatehouseStorage.SQL) throws -> [SQLRow] {
        try StorageError.translating {
            let statement = try database.cachedStatement(sql: sql.text)
            return try SQLiteSearch(statement).rows(arguments: sql.arguments)
        }
    }
}

extension StatementArguments {
    /// - Throws: `StorageError.unstorableValue`.
    init(_ sql: GatehouseStorage.SQL) throws {
        guard sql.arguments.allSatisfy({ $0.isStorable }) else { throw StorageError.unstorableValue }
        self.init(sql.arguments.map { $0.databaseValue })
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let real): real.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
