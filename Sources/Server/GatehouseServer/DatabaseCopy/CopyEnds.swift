// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage

/// A database that is read by a copy.
struct CopySource: Sendable {
    let database: any ServerDatabase
    /// The path or the address, for people.
    let place: String
    /// What is known about its keys.
    let keyed: KeyedDatabase
    /// The refusal for an error of the database.
    let refusal: @Sendable (any Error) -> StartupRefusal
    /// Checks that no server uses the database.
    let requireUnused: @Sendable () async throws -> Void
}

/// A database that is filled by a copy, and what belongs to its place.
protocol CopyTarget: Sendable {
    var database: any ServerDatabase { get }
    /// The path or the address, for people.
    var place: String { get }
    /// The largest number of rows that one statement adds: a trip to a server takes longer than a short statement.
    var rowsPerStatement: Int { get }

    /// The refusal for an error of the database.
    func refusal(_ error: any Error) -> StartupRefusal

    /// Makes what belongs to the place beside the tables, before the first row.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func prepare(for keys: InstallationKeys) throws(StartupRefusal)

    /// Gathers what the engine must know about the tables to use their indexes.
    ///
    /// - Throws: `StorageError`.
    func analyse(_ tables: [CopiedTable]) async throws

    /// Puts the complete database into the place where a server looks for it.
    ///
    /// - Throws: `StartupRefusal` with the corrective action; another call completes it.
    func complete() async throws(StartupRefusal)

    /// Removes everything that a copy has made, so that the place is as it was before.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func discard() async throws(StartupRefusal)
}

/// Some rows of a table, in the order of the primary key.
struct CopiedRows: Sendable {
    /// The number of rows and of bytes after which no further page is read.
    private static let enough = (rows: 4_000, bytes: 4_194_304)

    private(set) var rows: [[SQLValue]] = []
    /// Whether no row follows.
    private(set) var isEnd = false

    /// Reads rows after the one with the key `last`, in one transaction.
    ///
    /// - Throws: `StorageError`.
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
