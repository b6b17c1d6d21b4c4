// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GRDBSQLite
import GatehouseStorage

/// A statement that GRDB has prepared and SQLite's own functions run, because GRDB's conversion of rows and arguments
/// takes longer than a lookup by key.
@safe final class SQLiteStatement: SQLColumns {
    /// The statement that GRDB keeps as long as the connection is open; it owns the pointer.
    private weak var statement: Statement?
    private let pointer: OpaquePointer
    private var positions = SQLColumnPositions()

    /// Uses a statement from the cache of its connection.
    init(_ statement: Statement) {
        self.statement = statement
        unsafe pointer = statement.sqliteStatement
    }

    /// Whether the statement can be run.
    ///
    /// GRDB forgets a statement after a failure, and at the end of its connection.
    var isPrepared: Bool { statement != nil }

    /// Whether the connection is inside a transaction.
    var isInsideTransaction: Bool { unsafe sqlite3_get_autocommit(sqlite3_db_handle(pointer)) == 0 }

    /// The number of rows that the last INSERT, UPDATE or DELETE of the connection changed.
    var changedRows: Int { unsafe Int(sqlite3_changes(sqlite3_db_handle(pointer))) }

    /// The rows of a SELECT.
    /// - Throws: `StorageError.unstorableValue`, or GRDB's error.
    func rows(arguments: [SQLValue]) throws -> [SQLRow] {
        defer { reset() }
        try bind(arguments)
        let names = self.names
        var rows: [SQLRow] = []
        while try step() {
            rows.append(SQLRow(names: names, values: names.indices.map { index in value(in: Int32(index)) }))
        }
        return rows
    }

    /// Calls `body` at each row of a SELECT until it returns `false`.
    /// - Throws: `StorageError.unstorableValue`, GRDB's error, or the error of `body`.
    func read(arguments: [SQLValue], _ body: (SQLCursor) throws -> Bool) throws {
        defer { reset() }
        try bind(arguments)
        let cursor = SQLCursor(self)
        while try step() {
            guard try body(cursor) else { return }
        }
    }

    /// Runs an INSERT, UPDATE or DELETE.
    /// - Throws: `StorageError.unstorableValue`, or GRDB's error.
    func run(arguments: [SQLValue]) throws {
        defer { reset() }
        try bind(arguments)
        while try step() {}
    }

    /// Resets the statement and clears its bound values, which may be secrets.
    private func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    /// Executes one step; returns whether there is a row.
    private func step() throws -> Bool {
        let code = unsafe sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure()
    }

    private func failure() -> DatabaseError {
        let connection = unsafe sqlite3_db_handle(pointer)
        return DatabaseError(
            resultCode: ResultCode(rawValue: unsafe sqlite3_extended_errcode(connection)),
            message: unsafe String(cString: sqlite3_errmsg(connection)))
    }

    // MARK: - Values

    private func bind(_ arguments: [SQLValue]) throws {
        guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == arguments.count else {
            throw StorageError.statement("wrong number of arguments")
        }
        for (index, argument) in arguments.enumerated() {
            guard argument.isStorable else { throw StorageError.unstorableValue }
            guard bind(argument, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        // SQLite copies the bytes, because the value's own bytes may move.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .null: unsafe sqlite3_bind_null(pointer, index)
        case .integer(let integer): unsafe sqlite3_bind_int64(pointer, index, integer)
        case .real(let real): unsafe sqlite3_bind_double(pointer, index, real)
        case .text(let text): bindText(text, at: index)
        case .blob(let bytes): unsafe sqlite3_bind_blob(pointer, index, bytes, Int32(bytes.count), copied)
        }
    }

    /// Binds the bytes of a text where they are; as a C string they would be copied once more.
    private func bindText(_ text: String, at index: Int32) -> Int32 {
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        // A text without bytes may have no address, which would be NULL.
        guard !text.isEmpty else { return unsafe sqlite3_bind_text(pointer, index, "", 0, copied) }
        var bytes = text
        return bytes.withUTF8 { utf8 in
            let start = unsafe UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self)
            return unsafe sqlite3_bind_text(pointer, index, start, Int32(utf8.count), copied)
        }
    }

    func position(of name: StaticString) throws(StorageError) -> Int {
        try positions.position(of: name) { names }
    }

    func value(at position: Int) throws(StorageError) -> SQLValue {
        guard position >= 0, unsafe position < Int(sqlite3_data_count(pointer)) else {
            throw .unreadableColumn("#\(position)")
        }
        return value(in: Int32(position))
    }

    /// The names of the columns, in their order.
    private var names: [String] { statement?.columnNames ?? [] }

    private func value(in column: Int32) -> SQLValue {
        switch unsafe sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT:
            return .real(unsafe sqlite3_column_double(pointer, column))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(pointer, column)
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count(in: column))
            return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(pointer, column)
            return .blob(unsafe Array(UnsafeRawBufferPointer(start: start, count: count(in: column))))
        default:
            return .null
        }
    }

    private func count(in column: Int32) -> Int {
        unsafe Int(sqlite3_column_bytes(pointer, column))
    }
}
