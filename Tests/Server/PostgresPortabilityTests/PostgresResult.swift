// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibPQ
import GatehouseStorage

/// The result of a statement, released with this value.
@safe final class PostgresResult {
    private let result: OpaquePointer

    /// - Throws: ``StorageError`` where PostgreSQL refused the statement.
    init(_ result: OpaquePointer?) throws(StorageError) {
        guard let result = unsafe result else { throw .closed }
        unsafe self.result = result
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw unsafe StorageError(postgres: result)
        }
    }

    deinit {
        unsafe PQclear(result)
    }

    /// The number of rows that an INSERT, UPDATE or DELETE changed; 0 after other statements.
    var changedRows: Int {
        unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// - Throws: ``StorageError/unreadableColumn(_:)`` where a column has a type that SQLite does not have.
    func rows() throws(StorageError) -> [SQLRow] {
        let columns = unsafe 0..<PQnfields(result)
        let names = columns.map { column in unsafe String(cString: PQfname(result, column)) }
        var rows: [SQLRow] = []
        for row in unsafe 0..<PQntuples(result) {
            var values: [SQLValue] = []
            for column in columns { values.append(try value(row: row, column: column)) }
            rows.append(SQLRow(names: names, values: values))
        }
        return rows
    }

    private func value(row: CInt, column: CInt) throws(StorageError) -> SQLValue {
        guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
        let text = unsafe String(cString: PQgetvalue(result, row, column))
        switch unsafe PostgresType(rawValue: PQftype(result, column)) {
        case .int8, .int4:
            if let integer = Int64(text) { return .integer(integer) }
        case .float8:
            if let real = Double(text) { return .real(real) }
        case .text, .varchar: return .text(text)
        case .bytea:
            if let bytes = Self.bytes(hexadecimal: text) { return .blob(bytes) }
        case nil: break
        }
        throw .unreadableColumn(unsafe String(cString: PQfname(result, column)))
    }

    /// The bytes of `\x` and hexadecimal digits.
    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.dropFirst(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count - 2, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { index in UInt8(digits[index] << 4 | digits[index + 1]) }
    }
}

/// The types of columns that SQLite has as well, by PostgreSQL's object ids (`pg_type.dat`).
private enum PostgresType: UInt32 {
    case bytea = 17
    case int8 = 20
    case int4 = 23
    case text = 25
    case float8 = 701
    case varchar = 1043
}

extension StorageError {
    /// Reads the SQLSTATE of a refused statement (PostgreSQL, appendix A).
    fileprivate init(postgres result: OpaquePointer) {
        func field(_ code: Character) -> String {
            guard let ascii = code.asciiValue, let text = unsafe PQresultErrorField(result, CInt(ascii)) else {
                return ""
            }
            return unsafe String(cString: text)
        }
        switch field("C") {
        case "23505":
            // The detail is `Key (pool_id, sub)=(…) already exists.`
            let columns = field("D").prefix { $0 != ")" }.drop { $0 != "(" }.dropFirst()
            self = .uniqueViolation(table: field("t"), columns: columns.split(separator: ", ").map(String.init))
        case "23503": self = .foreignKeyViolation
        case "23502", "23514": self = .constraintViolation(field("M"))
        case "40001", "40P01": self = .serializationFailure
        default: self = .statement("\(field("C")) \(field("M"))")
        }
    }
}
