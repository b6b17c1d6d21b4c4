// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibPQ
import GatehouseStorage

/// The result of a command, released with this value.
@safe final class PostgresResult {
    private let result: OpaquePointer
    /// The reason why the server refused the command.
    let error: PostgresServerError?

    init(_ result: OpaquePointer) {
        unsafe self.result = result
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC, PGRES_PIPELINE_ABORTED, PGRES_EMPTY_QUERY:
            error = nil
        default: error = unsafe PostgresServerError(result)
        }
    }

    deinit {
        unsafe PQclear(result)
    }

    /// Whether this is the end of a trip.
    var isSynchronization: Bool { unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    /// Whether the server skipped the command because an earlier one of its trip had failed.
    var isSkipped: Bool { unsafe PQresultStatus(result) == PGRES_PIPELINE_ABORTED }

    /// The server's word for what it did, such as `COMMIT`.
    var tag: String { unsafe String(cString: PQcmdStatus(result)) }

    /// The number of rows that an INSERT, UPDATE or DELETE changed; 0 after other statements.
    var changedRows: Int {
        unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// The number of rows that a query returned.
    var rowCount: CInt { unsafe PQntuples(result) }

    /// The names of the columns, in their order.
    fileprivate var names: [String] {
        let columns = unsafe 0..<PQnfields(result)
        return columns.map { column in unsafe String(cString: PQfname(result, column)) }
    }

    /// - Throws: ``GatehouseStorage/StorageError/unreadableColumn(_:)`` if a column has a type that SQLite does not have.
    func rows() throws(StorageError) -> [SQLRow] {
        let names = self.names
        var rows: [SQLRow] = []
        for row in 0..<rowCount {
            var values: [SQLValue] = []
            for column in names.indices { values.append(try value(row, CInt(column))) }
            rows.append(SQLRow(names: names, values: values))
        }
        return rows
    }

    /// Calls `body` at each row until it returns `false`.
    /// - Throws: the error of `body`.
    func read(_ body: (SQLCursor) throws -> Bool) throws {
        let columns = PostgresColumns(self)
        let cursor = SQLCursor(columns)
        for row in 0..<rowCount {
            columns.row = row
            guard try body(cursor) else { return }
        }
    }

    /// The value in a column.
    ///
    /// - Throws: ``GatehouseStorage/StorageError/unreadableColumn(_:)`` if the column has a type that SQLite does not have.
    fileprivate func value(_ row: CInt, _ column: CInt) throws(StorageError) -> SQLValue {
        guard column >= 0, unsafe column < PQnfields(result) else { throw .unreadableColumn("#\(column)") }
        let type = unsafe PostgresType(rawValue: PQftype(result, column))
        guard let value = value(row, column, type) else {
            throw .unreadableColumn(unsafe String(cString: PQfname(result, column)))
        }
        return value
    }

    /// The value in a column; `nil` if it has another type than those that SQLite has as well.
    private func value(_ row: CInt, _ column: CInt, _ type: PostgresType?) -> SQLValue? {
        guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
        let count = unsafe Int(PQgetlength(result, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
        switch type {
        case .int8 where count == 8:
            return .integer(Int64(bigEndian: unsafe bytes.loadUnaligned(as: Int64.self)))
        case .int4 where count == 4:
            return .integer(Int64(Int32(bigEndian: unsafe bytes.loadUnaligned(as: Int32.self))))
        case .float8 where count == 8:
            return .real(Double(bitPattern: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self))))
        case .text, .varchar: return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case .bytea: return .blob(unsafe Array(bytes))
        default: return nil
        }
    }
}

/// The columns of a row of a result.
private final class PostgresColumns: SQLColumns {
    private let result: PostgresResult
    private var positions = SQLColumnPositions()
    /// The number of the row, counted from 0.
    var row: CInt = 0

    init(_ result: PostgresResult) {
        self.result = result
    }

    func position(of name: StaticString) throws(StorageError) -> Int {
        try positions.position(of: name) { result.names }
    }

    func value(at position: Int) throws(StorageError) -> SQLValue {
        try result.value(row, CInt(position))
    }
}

/// What the server said of a command that it refused.
struct PostgresServerError: Error, Sendable, Equatable {
    /// The code of five characters; see PostgreSQL's documentation, appendix A.
    let state: String
    let message: String
    /// Further words, which contain values.
    fileprivate let detail: String
    fileprivate let table: String
    /// Whether the server closes the connection.
    let isFatal: Bool

    fileprivate init(_ result: OpaquePointer) {
        func field(_ code: Character) -> String {
            guard let ascii = code.asciiValue, let text = unsafe PQresultErrorField(result, CInt(ascii)) else {
                return ""
            }
            return unsafe String(cString: text)
        }
        state = field("C")
        message = field("M")
        detail = field("D")
        table = field("t")
        isFatal = ["FATAL", "PANIC"].contains(field("V"))
    }

    /// Whether the transaction may succeed if it is run again.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether a row with the same key exists.
    var isTaken: Bool { state == "23505" }

    /// Whether the connection has another statement under this name, or none, or one that no longer fits the schema.
    var isForgotten: Bool { ["26000", "42P05", "0A000"].contains(state) }
}

extension StorageError {
    /// The error for a refusal of the server; it contains no value.
    init(_ error: PostgresServerError) {
        switch error.state {
        case "23505":
            // The detail is `Key (pool_id, sub)=(…) already exists.`, in the server's language.
            let columns = error.detail.prefix { $0 != ")" }.drop { $0 != "(" }.dropFirst()
            self = .uniqueViolation(table: error.table, columns: columns.split(separator: ", ").map(String.init))
        case "23503": self = .foreignKeyViolation
        case "23502", "23514": self = .constraintViolation(error.message)
        // 54000: a row of an index would be too long.
        case "22021", "22P05", "54000": self = .unstorableValue
        case "25006": self = .readOnly
        case "40001", "40P01": self = .serializationFailure
        // A wait for a lock, a statement or a transaction took too long; memory or connections are used up.
        case "55P03", "57014", "25P03", "53200", "53300", "53400": self = .busy
        case "53100": self = .full
        case "XX001", "XX002": self = .corrupt
        case "58000", "58030", "58P01", "57P01", "57P02", "57P03", "57P04": self = .inputOutput(error.message)
        case let state where state.hasPrefix("08"): self = .inputOutput(error.message)
        // The message of a data exception contains the value.
        case let state where state.hasPrefix("22"): self = .statement("\(state): a value does not fit")
        case let state: self = .statement("\(state) \(error.message)")
        }
    }
}
