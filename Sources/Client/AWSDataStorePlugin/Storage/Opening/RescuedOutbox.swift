// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GRDB

/// What can be read of the outbox of a damaged database.
struct RescuedOutbox: Sendable {
    /// The events, the oldest first.
    private(set) var entries: [OutboxEntry] = []

    /// The service's versions of the records of the events.
    private(set) var metadata: [MutationSyncMetadata] = []

    /// Reads what is left, from a file that is not changed; nothing if nothing can be read.
    init(_ place: StorePlace) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // SQLite then reads the remaining pages of a file that was cut.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        guard let queue = try? DatabaseQueue(path: place.path, configuration: configuration) else { return }
        defer { try? queue.close() }
        // A table whose pages are damaged gives its rows up to the damage, in both directions.
        try? queue.read { database in
            var found: [Int64: OutboxEntry] = [:]
            for order in ["ASC", "DESC"] { Self.readEntries(of: database, order, into: &found) }
            entries = found.values.sorted { $0.sequence < $1.sequence }
            let reader = SystemReader(database: database)
            var ids: Set<String> = []
            for event in entries.map(\.event) {
                let id = MutationSyncMetadata.identifier(modelName: event.modelName, modelId: event.modelId)
                guard ids.insert(id).inserted, let version = try? reader.metadata(id: id) else { continue }
                metadata.append(version)
            }
        }
    }

    private static func readEntries(of database: Database, _ order: String, into found: inout [Int64: OutboxEntry]) {
        do {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT \(OutboxEntry.columns) FROM MutationEvent ORDER BY sequence \(order)")
            while let row = try rows.next() {
                // A row with other values than the library writes is part of the damage.
                guard let entry = try? OutboxEntry(row: row) else { continue }
                guard found.updateValue(entry, forKey: entry.sequence) == nil else { return }
            }
        } catch {
            // The rows before the damage are what there is.
        }
    }
}

/// Reads of the system tables that need no models.
private struct SystemReader {
    let database: Database

    func metadata(id: String) throws -> MutationSyncMetadata? {
        try Row.fetchOne(
            database, sql: "SELECT id, deleted, lastChangedAt, version FROM MutationSyncMetadata WHERE id = ?",
            arguments: [id]
        ).map(MutationSyncMetadata.init(row:))
    }
}
