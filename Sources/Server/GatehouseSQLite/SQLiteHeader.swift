// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDBSQLite
import GatehouseStorage

/// The header at the beginning of a database's file, without the changes that its write-ahead log contains.
///
/// SQLite's own functions read it: a second descriptor of the file would release the locks of this process when it is
/// closed.
package struct SQLiteHeader: Sendable, Equatable {
    /// The size in bytes.
    private static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The number that the last start of a server wrote (SQLite's user version).
    package let mark: Int32
    /// Whether the file is a copy that `gatehouse backup` made, and that was not restored yet.
    package let isBackup: Bool
    /// A number that grows while servers use the database (SQLite's application id), so that it orders its states.
    package let state: Int32
    /// The size of a page in bytes.
    package let pageSize: Int

    /// Parses the first bytes of a file; `nil` if the file is not a database.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
        func number(at offset: Int) -> Int32 {
            bytes[offset..<(offset + 4)].reduce(0) { number, byte in number << 8 | Int32(byte) }
        }
        mark = number(at: 60)
        state = number(at: 68)
        isBackup = state == SQLiteBackup.applicationID
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
    }

    /// Reads the header of the file at `path`, without opening its log; `nil` if the file is not a database.
    ///
    /// - Throws: ``GatehouseStorage/StorageError`` when the file cannot be opened.
    package static func read(path: String) throws -> SQLiteHeader? {
        var connection: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil)
        defer { unsafe sqlite3_close_v2(connection) }
        guard code == SQLITE_OK, let connection = unsafe connection else {
            throw StorageError.inputOutput("cannot open \(path)")
        }
        return unsafe read(connection)
    }

    /// Reads the header of the file that a connection has open.
    static func read(_ connection: OpaquePointer) -> SQLiteHeader? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file, let read = unsafe file.pointee.pMethods?.pointee.xRead
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        let code = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe read(file, buffer.baseAddress, Int32(buffer.count), 0)
        }
        return code == SQLITE_OK ? SQLiteHeader(bytes: bytes) : nil
    }
}
