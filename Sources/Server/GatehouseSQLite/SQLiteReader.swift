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
            let names = statement.columnNames
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(sql))
            var answer: [SQLRow] = []
            while let row = try rows.next() {
                answer.append(SQLRow(names: names, values: row.databaseValues.map(SQLValue.init)))
            }
            return answer
        }
    }
}

extension StatementArguments {
    /// - Throws: `StorageError.unstorableValue`.
    init(_ sql: GatehouseStorage.SQL) throws {
        guard sql.arguments.allSatisfy(\.isStorable) else { throw StorageError.unstorableValue }
        self.init(sql.arguments.map(\.databaseValue))
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .double(let real): self = .real(real)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .blob([UInt8](data))
        }
    }

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
