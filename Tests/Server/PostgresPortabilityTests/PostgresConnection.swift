// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibPQ
import Foundation
import GatehouseStorage

/// A connection of libpq that prepares each statement and maps types as a driver does: BLOB is `bytea`.
@safe final class PostgresConnection: SQLConnection {
    private let connection: OpaquePointer
    private var prepared: [String: String] = [:]

    /// - Throws: ``StorageError/inputOutput(_:)`` with libpq's message.
    init(_ parameters: String) throws(StorageError) {
        guard let connection = unsafe PQconnectdb(parameters) else { throw .inputOutput("libpq has no memory") }
        unsafe self.connection = connection
        guard unsafe PQstatus(connection) == CONNECTION_OK else {
            let message = unsafe String(cString: PQerrorMessage(connection))
            throw .inputOutput(message)
        }
    }

    deinit {
        unsafe PQfinish(connection)
    }

    func query(_ sql: SQL) throws -> [SQLRow] {
        try run(sql).rows()
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try run(sql).changedRows
    }

    private func run(_ sql: SQL) throws(StorageError) -> PostgresResult {
        guard sql.arguments.allSatisfy(\.isStorable) else { throw .unstorableValue }
        let name = try prepare(sql.text)
        let texts = unsafe sql.arguments.map { argument in unsafe argument.postgresText.flatMap { unsafe strdup($0) } }
        defer { unsafe texts.forEach { text in unsafe free(text) } }
        let values = unsafe texts.map { text in unsafe UnsafePointer<CChar>(text) }
        return try unsafe PostgresResult(PQexecPrepared(connection, name, CInt(values.count), values, nil, nil, 0))
    }

    /// Prepares a statement, so that PostgreSQL checks its names and works out the types of its values.
    private func prepare(_ text: String) throws(StorageError) -> String {
        if let name = prepared[text] { return name }
        let name = "s\(prepared.count)"
        let translated =
            text.hasPrefix("CREATE") || text.hasPrefix("ALTER")
            ? text.replacing(/\bBLOB\b/, with: "BYTEA") : text
        _ = try unsafe PostgresResult(PQprepare(connection, name, translated, 0, nil))
        prepared[text] = name
        return name
    }
}

extension SQLValue {
    /// The value in PostgreSQL's text format; nil for NULL.
    fileprivate var postgresText: String? {
        switch self {
        case .null: nil
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): text
        case .blob(let bytes): "\\x" + bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        }
    }
}
