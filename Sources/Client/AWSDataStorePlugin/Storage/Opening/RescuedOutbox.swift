// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GRDB
import GatehouseSession

/// What can be read of the outbox of a damaged database.
struct RescuedOutbox: Sendable {
    /// The events, the oldest first.
    private(set) var entries: [OutboxEntry] = []

    /// The service's versions of the records of the events.
    private(set) var metadata: [MutationSyncMetadata] = []

    /// Reads what is left of a file, which is not changed; nothing if nothing can be read.
    init(_ place: StorePlace) {
        if read(place) { return }
        let copy = StorePlace(folder: place.folder, name: place.name + ".rescue")
        defer { try? copy.removeFiles() }
        if (try? DatabaseHeader.repair(place, in: copy)) == true { _ = read(copy) }
    }

    /// Returns whether SQLite takes the file for a database.
    private mutating func read(_ place: StorePlace) -> Bool {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // SQLite then reads the remaining pages of a file that was cut.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        guard let queue = try? DatabaseQueue(path: place.path, configuration: configuration) else { return false }
        defer { try? queue.close() }
        let found = try? queue.read { database in
            let entries = Self.entries(in: database)
            return (entries, Self.metadata(of: entries, in: database))
        }
        (entries, metadata) = found ?? ([], [])
        return true
    }

    /// The rows that can be read: a table with damaged pages gives its rows up to the damage, in both directions.
    private static func entries(in database: Database) -> [OutboxEntry] {
        var found: [Int64: OutboxEntry] = [:]
        for order in ["ASC", "DESC"] {
            do {
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT \(OutboxEntry.columns) FROM MutationEvent ORDER BY sequence \(order)")
                while let row = try rows.next() {
                    // A row with other values than the library writes is part of the damage.
                    guard let entry = try? OutboxEntry(row: row) else { continue }
                    guard found.updateValue(entry, forKey: entry.sequence) == nil else { break }
                }
            } catch {
                // The rows before the damage are all that this direction gives.
            }
        }
        // The new outbox refuses an event that damage has given a second place.
        var ids: Set<String> = []
        return found.values.sorted { $0.sequence < $1.sequence }.filter { ids.insert($0.event.id).inserted }
    }

    private static func metadata(of entries: [OutboxEntry], in database: Database) -> [MutationSyncMetadata] {
        let ids = Set(
            entries.map { entry in
                MutationSyncMetadata.identifier(modelName: entry.event.modelName, modelId: entry.event.modelId)
            })
        return ids.sorted().compactMap { id in
            let row = try? Row.fetchOne(
                database, sql: "SELECT id, deleted, lastChangedAt, version FROM MutationSyncMetadata WHERE id = ?",
                arguments: [id])
            return row.flatMap { try? MutationSyncMetadata(row: $0) }
        }
    }
}

/// The first bytes of the databases that the library makes, for a file that has lost them.
private enum DatabaseHeader {
    private static let pageSize = 4_096

    /// Copies a file, and gives the copy a header.
    ///
    /// SQLite takes the number of pages from the size of the file, because the numbers of the last change differ.
    ///
    /// - Returns: whether the rest of the first page is one of a database.
    /// - Throws: the error of the system.
    static func repair(_ place: StorePlace, in copy: StorePlace) throws -> Bool {
        let file = try FileHandle(forReadingFrom: URL(filePath: place.path))
        let start = try file.read(upToCount: 101)
        try file.close()
        // After the header comes the table of tables: a leaf, or the root of a tree.
        guard let start, start.count == 101, start[100] == 0x0D || start[100] == 0x05 else { return false }
        try copy.removeFiles()
        try FileManager.default.copyItem(atPath: place.path, toPath: copy.path)
        let target = try FileHandle(forWritingTo: URL(filePath: copy.path))
        try target.write(contentsOf: Data(bytes))
        try target.close()
        return true
    }

    /// A header for a database without a log, with texts in UTF-8, that gives back free pages.
    private static let bytes: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 100)
        bytes.replaceSubrange(0..<15, with: "SQLite format 3".utf8)
        bytes.replaceSubrange(16..<18, with: [UInt8(pageSize >> 8), UInt8(pageSize & 0xFF)])
        // The versions of the format, and the shares of a page that rows fill.
        bytes.replaceSubrange(18..<24, with: [1, 1, 0, 64, 32, 32])
        // The number of the last change, the version of the schema, its format, the largest root page, the encoding, and
        // the mode in which free pages are given back.
        for (place, value) in [(27, 1), (43, 1), (47, 4), (55, 1), (59, 1), (67, 1)] { bytes[place] = UInt8(value) }
        return bytes
    }()
}
