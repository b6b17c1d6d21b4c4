// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Some rows of a table, in the order of the primary key.
struct CopiedRows: Sendable {
    /// The number of rows and of bytes after which no further page is read.
    private static let enough = (rows: 4_000, bytes: 4_194_304)

    private(set) var rows: [[SQLValue]] = []
    /// Whether no row follows.
    private(set) var isEnd = false

    /// Reads rows after the one with the key `last`, in one transaction.
    ///
    /// - Throws: ``StorageError``.
    static func read(
        _ table: CopiedTable, after last: [SQLValue]?, in database: any SQLDatabase
    ) async throws -> CopiedRows {
        try await database.read { reader in
            var batch = CopiedRows()
            var last = last
            var bytes = 0
            while batch.rows.count < enough.rows, bytes < enough.bytes {
                let page = try reader.rows(of: table, after: last, limit: table.mostRows)
                batch.rows += page
                bytes += page.reduce(0) { sum, row in sum + size(row) }
                guard page.count == table.mostRows, let end = page.last else {
                    batch.isEnd = true
                    break
                }
                last = table.key(of: end)
            }
            return batch
        }
    }

    private static func size(_ row: [SQLValue]) -> Int {
        row.reduce(0) { sum, value in
            switch value {
            case .null: sum
            case .integer, .real: sum + 8
            case .text(let text): sum + text.utf8.count
            case .blob(let bytes): sum + bytes.count
            }
        }
    }
}
