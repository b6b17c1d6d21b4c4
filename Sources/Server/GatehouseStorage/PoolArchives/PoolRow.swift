// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseUserPoolModel

/// A row of a table of ``PoolTable/archived``.
package struct PoolRow: Sendable, Equatable {
    /// The table.
    package let table: PoolTable
    /// The names of the columns.
    package let columns: [String]
    /// The values, in the order of the columns.
    package private(set) var values: [SQLValue]

    /// Creates a row of a copy; `nil` if no copy has rows of such a table, or a name cannot be that of a column.
    package init?(table name: String, columns: [String], values: [SQLValue]) {
        guard let table = PoolTable.archived.first(where: { $0.name == name }), !columns.isEmpty,
            columns.count == values.count, columns.allSatisfy(Self.isName)
        else { return nil }
        (self.table, self.columns, self.values) = (table, columns, values)
    }

    fileprivate init(_ row: SQLRow, of table: PoolTable) {
        self.table = table
        columns = row.names
        values = row.values
        for column in table.cleared { set(column, to: .null) }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    private func value(_ column: String) -> SQLValue? {
        columns.firstIndex(of: column).map { values[$0] }
    }

    private mutating func set(_ column: String, to value: SQLValue) {
        if let index = columns.firstIndex(of: column) { values[index] = value }
    }

    /// Replaces the sealed values of the row, which ``SealedColumn`` lists.
    ///
    /// - Parameter reseal: returns the value in place of a sealed one, which is bound to the context; `nil` to keep it.
    /// - Throws: the error of `reseal`.
    package mutating func reseal(
        _ reseal: (_ column: SealedColumn, _ context: [UInt8], _ sealed: [UInt8]) throws -> [UInt8]?
    ) throws {
        for column in SealedColumn.allCases where column.table.text == table.name {
            guard let present = value(column.name.text), present != .null else { continue }
            let key = column.key.text.split(separator: ",").compactMap { name in
                value(name.trimmingCharacters(in: .whitespaces))
            }
            let row = SealedRow(column, key: key, value: present)
            guard let sealed = row.sealed else { continue }
            let new = try sealed.map { value in try reseal(column, row.context, value) ?? value }
            guard new != sealed else { continue }
            set(column.name.text, to: row.value(with: new))
            // A password of an early release gets the version that it had without a stored one.
            if column == .passwords, value("password_version") == .null, let former = sealed.first {
                set("password_version", to: SealedVersion.first(of: former).sqlValue)
            }
        }
    }

    /// Gives the row of a pool or of an app client a revision that no row of the same id had before the time.
    ///
    /// Revisions begin with the time of the creation in milliseconds, and each change adds 1.
    fileprivate mutating func renewRevision(at now: Date) {
        guard let revision = value("revision").flatMap(Int64.init(sqlValue:)) else { return }
        set("revision", to: .integer(max(revision, now.milliseconds) + 1))
    }

    fileprivate var keyValues: [SQLValue] { table.key.compactMap(value) }
}

/// What is taken, so that the row of a copy cannot be stored.
package struct TakenPoolRow: Error, Sendable, Equatable {
    /// The table.
    package let table: String
    /// The value that is taken, for people.
    package let value: String
    /// The id of the pool that has it; `nil` if it is unknown.
    package let holder: String?
}

extension SQLReader {
    /// Whether a user pool exists.
    ///
    /// - Throws: ``StorageError``.
    package func hasUserPool(_ id: String) throws -> Bool {
        try queryOne("SELECT 1 FROM user_pools WHERE id = \(id)") != nil
    }

    /// Calls `body` with each row of a pool in a table, and has some rows in memory at a time.
    ///
    /// - Throws: the error of `body`, or ``StorageError``.
    package func forEachRow(of table: PoolTable, inPool id: String, _ body: (PoolRow) throws -> Void) throws {
        var last: [SQLValue]?
        while true {
            let rows = try query(table.page(ofPool: id, after: last))
            for row in rows { try body(PoolRow(row, of: table)) }
            guard rows.count == table.batch, let end = rows.last else { return }
            last = try table.key.map { column in try end[column] as SQLValue }
        }
    }
}

extension SQLConnection {
    /// Removes all rows of a user pool.
    ///
    /// - Throws: ``StorageError``.
    package func deleteRows(ofPool id: String) throws {
        for table in PoolTable.leftOut + PoolTable.archived.reversed() { try execute(table.deletion(ofPool: id)) }
    }

    /// Stores the row of a copy, with a new revision if it has one.
    ///
    /// - Throws: ``TakenPoolRow`` if another row has its key, or ``StorageError``.
    package func insert(_ row: PoolRow, at now: Date) throws {
        var row = row
        row.renewRevision(at: now)
        let statement = SQL.insertion(into: row.table.name, columns: row.columns, values: row.values)
        guard try execute(statement.ignoringConflicts) == 0 else { return }
        let holder = try row.table.holder(of: row.keyValues).flatMap { statement in
            try queryOne(statement).map { found in try found[0] as String }
        }
        let key = row.keyValues.compactMap { value in
            String(sqlValue: value) ?? Int64(sqlValue: value).map { number in "\(number)" }
        }
        throw TakenPoolRow(table: row.table.name, value: key.joined(separator: "|"), holder: holder)
    }
}
