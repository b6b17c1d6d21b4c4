// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GRDBSQLite

/// A statement that GRDB has prepared and SQLite's own functions run.
///
/// GRDB's conversions end a text at a null character, and take longer than a lookup by key.
@safe struct StoreStatement {
    /// The longest statement that is kept prepared: longer ones have conditions of many values and rarely come again.
    private static let longestKept = 8_192

    private let statement: Statement
    private let pointer: OpaquePointer

    init(_ sql: String, _ database: Database) throws {
        let isKept = sql.utf8.count <= Self.longestKept
        statement = isKept ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
        unsafe pointer = statement.sqliteStatement
    }

    /// Runs an INSERT, UPDATE or DELETE.
    ///
    /// - Throws: `DatabaseError`.
    func run(_ values: [StoredValue]) throws {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Calls the block for each row of a SELECT until it returns false.
    ///
    /// - Throws: `DatabaseError`, or the block's error.
    func forEachRow(_ values: [StoredValue], _ body: (StoreStatement) throws -> Bool) throws {
        defer { reset() }
        try bind(values)
        while try step() {
            guard try body(self) else { return }
        }
    }

    /// Whether the SELECT has a row.
    ///
    /// - Throws: `DatabaseError`.
    func hasRow(_ values: [StoredValue]) throws -> Bool {
        var isFound = false
        try forEachRow(values) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Resets the statement and clears its bound values, which a later use could send again.
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

    private func bind(_ values: [StoredValue]) throws {
        guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values")
        }
        for (index, value) in values.enumerated() {
            guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
        }
    }

    private func bind(_ value: StoredValue, at index: Int32) -> Int32 {
        // SQLite copies the bytes, because the value's own bytes may move.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .null: unsafe sqlite3_bind_null(pointer, index)
        case .integer(let integer): unsafe sqlite3_bind_int64(pointer, index, integer)
        case .real(let real): unsafe sqlite3_bind_double(pointer, index, real)
        case .text(let text): unsafe sqlite3_bind_text(pointer, index, text, Int32(text.utf8.count), copied)
        }
    }
}

// MARK: - The row of the last step

extension StoreStatement {
    func isNull(at column: Int) -> Bool {
        unsafe sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
    }

    func integer(at column: Int) -> Int64 {
        unsafe sqlite3_column_int64(pointer, Int32(column))
    }

    func real(at column: Int) -> Double {
        unsafe sqlite3_column_double(pointer, Int32(column))
    }

    func text(at column: Int) -> String {
        let start = unsafe sqlite3_column_text(pointer, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(pointer, Int32(column)))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    func value(at column: Int) -> StoredValue {
        switch unsafe sqlite3_column_type(pointer, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(at: column))
        case SQLITE_FLOAT: .real(real(at: column))
        case SQLITE_NULL: .null
        default: .text(text(at: column))
        }
    }
}
