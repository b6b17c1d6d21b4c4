// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage

/// The state of a database's file.
package struct SQLiteInspection: Sendable, Equatable {
    /// The most findings of one kind.
    private static let mostFindings = 20

    /// The damage that SQLite found; empty if the file is sound.
    package let damage: [String]
    /// The rows that refer to rows that do not exist, as table and row number.
    package let danglingRows: [String]
    /// The size of the database in bytes, without its log.
    package let bytes: Int
    /// The bytes of pages that contain nothing.
    package let freeBytes: Int
    /// Whether free pages can be given back without a complete rewriting of the file.
    package let givesBackFreePages: Bool

    /// Whether nothing is damaged.
    package var isSound: Bool { damage.isEmpty && danglingRows.isEmpty }

    /// Creates the state of a file in which nothing else can be found out.
    package init(damage: String) {
        self.damage = [damage]
        danglingRows = []
        (bytes, freeBytes, givesBackFreePages) = (0, 0, true)
    }

    init(_ database: Database) throws {
        var damage: [String] = []
        func attempt<Value>(_ otherwise: Value, _ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
                damage.append(error.message ?? "the file is damaged")
                return otherwise
            }
        }
        func number(_ pragma: String) throws -> Int {
            try attempt(0) { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
        }
        let findings = try attempt([]) {
            try String.fetchAll(database, sql: "PRAGMA integrity_check(\(Self.mostFindings))")
        }
        damage += findings.filter { finding in finding != "ok" }
            .map { finding in finding.replacingOccurrences(of: "\n", with: " ") }
        danglingRows = try attempt([]) {
            try Row.fetchAll(
                database,
                sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check LIMIT \(Self.mostFindings)"
            ).map { row in
                let table: String? = row[0]
                let number: Int64? = row[1]
                return "\(table ?? "?"), row \(number.map(String.init) ?? "?")"
            }
        }
        let pageSize = try number("page_size")
        bytes = pageSize * (try number("page_count"))
        freeBytes = pageSize * (try number("freelist_count"))
        givesBackFreePages = try number("auto_vacuum") == 2
        self.damage = damage
    }
}

extension SQLiteDatabase {
    /// Opens the database at `path`, which may come from elsewhere, for reading, beside servers; writes fail.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package static func reading(path: String) throws -> SQLiteDatabase {
        try StorageError.translating {
            SQLiteDatabase(try DatabaseQueue(path: path, configuration: .foreign(isReadOnly: true)))
        }
    }

    /// Reads the whole file and checks it, which takes seconds for each gigabyte.
    ///
    /// - Throws: ``GatehouseStorage/StorageError`` when the file cannot be read. Damage is no error, but a finding.
    package func inspect() async throws -> SQLiteInspection {
        do {
            return try await StorageError.translating {
                try await writer.read { database in try SQLiteInspection(database) }
            }
        } catch StorageError.corrupt {
            return SQLiteInspection(damage: "the file is damaged so that nothing can be read")
        }
    }
}
