// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

extension StorageError {
    /// Runs `body` and converts GRDB's errors to `StorageError`.
    ///
    /// Other errors are rethrown unchanged.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw translated(error) }
    }

    /// Runs `body` and converts GRDB's errors to `StorageError`.
    ///
    /// Other errors are rethrown unchanged.
    static func translating<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw translated(error) }
    }

    /// The `StorageError` for an error of GRDB; any other error unchanged.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return StorageError(error)
    }

    private init(_ error: DatabaseError) {
        let message = error.message ?? "SQLite code \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: self.init(constraint: error.extendedResultCode, message: message)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .inputOutput(message)
        // GRDB uses this code for a closed connection only, apart from programming errors.
        case .SQLITE_MISUSE: self = .closed
        default: self = .statement(message)
        }
    }

    private init(constraint code: ResultCode, message: String) {
        switch code {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            self.init(uniqueMessage: message)
        case .SQLITE_CONSTRAINT_FOREIGNKEY: self = .foreignKeyViolation
        default: self = .constraintViolation(message)
        }
    }

    /// Parses SQLite's message `UNIQUE constraint failed: users.pool_id, users.username`.
    private init(uniqueMessage message: String) {
        let list = message.split(separator: ": ", maxSplits: 1).last ?? ""
        let names = list.split(separator: ", ").map { name in name.split(separator: ".", maxSplits: 1) }
        self = .uniqueViolation(
            table: names.first?.first.map(String.init) ?? "",
            columns: names.compactMap { name in name.last.map(String.init) }
        )
    }
}
