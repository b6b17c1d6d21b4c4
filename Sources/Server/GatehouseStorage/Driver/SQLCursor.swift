// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The row at which a statement stands, read column by column straight from the engine.
///
/// It is valid during the call that gets it. Columns are read by name or position as the type the caller expects; a wrong
/// name, position or type throws ``StorageError/unreadableColumn(_:)``. The name is a literal, because ``SQLColumnPositions``
/// knows it by its place in the program.
package struct SQLCursor {
    private let columns: any SQLColumns

    /// Creates the cursor of a statement, for drivers.
    package init(_ columns: any SQLColumns) {
        self.columns = columns
    }

    /// The column with this name.
    ///
    /// Names are compared exactly.
    package subscript<Value: SQLConvertible>(_ name: StaticString) -> Value {
        get throws(StorageError) {
            let position = try columns.position(of: name)
            guard let value = Value(sqlValue: try columns.value(at: position)) else {
                throw .unreadableColumn(name.description)
            }
            return value
        }
    }

    /// The column at this position, counted from 0.
    package subscript<Value: SQLConvertible>(_ position: Int) -> Value {
        get throws(StorageError) {
            guard let value = Value(sqlValue: try columns.value(at: position)) else {
                throw .unreadableColumn("#\(position)")
            }
            return value
        }
    }
}

/// The columns of the row at which a statement stands, which a driver has in its engine's own form.
package protocol SQLColumns: AnyObject {
    /// The position of the column with this name, counted from 0.
    ///
    /// - Throws: ``StorageError/unreadableColumn(_:)`` if there is none.
    func position(of name: StaticString) throws(StorageError) -> Int

    /// The value of the column at this position.
    ///
    /// - Throws: ``StorageError/unreadableColumn(_:)`` if there is none, or if it has a type that not every engine has.
    func value(at position: Int) throws(StorageError) -> SQLValue
}

/// The positions of a statement's columns, by the literals that name them in the program.
///
/// A reader uses the same literals in the same order at each row. So a literal is first compared with its successor of the
/// earlier rows, by its address. Only a new literal is compared with the names of the columns. The columns of the statement
/// may have any order.
package struct SQLColumnPositions {
    /// The addresses of the literals, in the order of their first uses.
    private var known: [(address: UInt, position: Int)] = []
    /// Where in `known` the next literal is expected.
    private var next = 0

    /// Creates the positions of a statement that has not been read.
    package init() {}

    /// The position of the column with this name; `names` returns the names of all columns in their order.
    ///
    /// - Throws: ``StorageError/unreadableColumn(_:)`` if there is none.
    package mutating func position(of name: StaticString, names: () -> [String]) throws(StorageError) -> Int {
        let address = name.address
        if next >= known.count { next = 0 }
        if next < known.count, known[next].address == address {
            next += 1
            return known[next - 1].position
        }
        if let index = known.firstIndex(where: { $0.address == address }) {
            next = index + 1
            return known[index].position
        }
        guard let position = names().firstIndex(of: name.description) else {
            throw .unreadableColumn(name.description)
        }
        known.append((address: address, position: position))
        next = known.count
        return position
    }
}

// MARK: - Records

/// A kind of row that is read into a record.
///
/// The functions are not methods of ``SQLReader``, whose generic methods would look up the record's type at run time.
protocol SQLRecordRow {
    associatedtype Record

    /// Reads the row at which a statement stands.
    static func record(_ row: SQLCursor) throws -> Record
}

extension SQLRecordRow {
    /// The record of a statement's first row, for example for a lookup by key.
    ///
    /// - Throws: ``StorageError``.
    static func first(_ sql: SQL, in reader: any SQLReader) throws -> Record? {
        var first: Record?
        try reader.read(sql) { row in
            first = try record(row)
            return false
        }
        return first
    }

    /// The records of a statement's rows.
    ///
    /// - Throws: ``StorageError``.
    static func all(_ sql: SQL, in reader: any SQLReader) throws -> [Record] {
        var all: [Record] = []
        try reader.read(sql) { row in
            all.append(try record(row))
            return true
        }
        return all
    }
}

/// The whole number in the first column of a row, such as a revision.
enum NumberRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> Int64 { try row[0] }
}

// MARK: - Stored rows

/// A row that was read before, for a reader that wants a cursor.
final class StoredColumns: SQLColumns {
    private let row: SQLRow

    init(_ row: SQLRow) {
        self.row = row
    }

    func position(of name: StaticString) throws(StorageError) -> Int {
        guard let position = row.names.firstIndex(of: name.description) else {
            throw .unreadableColumn(name.description)
        }
        return position
    }

    func value(at position: Int) throws(StorageError) -> SQLValue {
        guard row.values.indices.contains(position) else { throw .unreadableColumn("#\(position)") }
        return row.values[position]
    }
}
