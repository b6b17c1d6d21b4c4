// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GRDB

extension StoreMigration {
    /// The events that are read at once; it bounds the memory for a long outbox.
    private static let part = 256

    /// Puts the outbox of a damaged database into the new one.
    ///
    /// - Returns: the number of events.
    func restore(_ outbox: RescuedOutbox) throws -> Int {
        for entry in outbox.entries { try writer.append(entry) }
        for metadata in outbox.metadata { try writer.put(metadata) }
        return outbox.entries.count
    }

    /// Reads each event with the present models, and notes which ones they cannot read.
    ///
    /// - Parameter models: the models whose records are gone. The records of events are put back, so that the app sees what
    ///   it has saved and not sent.
    /// - Returns: the events that can no longer be read.
    /// - Throws: `DatabaseError`.
    func readOutbox(puttingBackRecordsOf models: Set<ModelName>) throws -> [MutationEvent] {
        var lost: [MutationEvent] = []
        var last: Int64 = 0
        while true {
            let part = try entries(after: last)
            guard let end = part.last?.entry.sequence else { return lost }
            last = end
            for (entry, wasReadable) in part {
                let found = try? record(of: entry.event)
                if (found != nil) != wasReadable { try writer.setReadable(found != nil, event: entry.event.id) }
                if found == nil, wasReadable { lost.append(entry.event) }
                if let found, models.contains(entry.event.modelName) { try putBack(found, of: entry) }
            }
        }
    }

    private func entries(after sequence: Int64) throws -> [(entry: OutboxEntry, isReadable: Bool)] {
        try Row.fetchAll(
            writer.reader.database,
            sql: """
                SELECT \(OutboxEntry.columns), isUnreadable FROM MutationEvent WHERE sequence > ? ORDER BY sequence LIMIT ?
                """,
            arguments: [sequence, Self.part]
        ).map { row in
            (try OutboxEntry(row: row), try !row.decode(Bool.self, atIndex: row.count - 1))
        }
    }

    private func record(of event: MutationEvent) throws -> (record: any Model, schema: ModelSchema) {
        let schema = try writer.reader.catalog.table(of: event.modelName).schema
        return (try event.decodeModel(), schema)
    }

    /// Stores the record of an event, and gives the event the key that the record has now.
    private func putBack(_ read: (record: any Model, schema: ModelSchema), of entry: OutboxEntry) throws {
        let (record, schema) = read
        let key = record.identifier(schema: schema).stringValue
        if key != entry.event.modelId { try rename(entry, to: key) }
        do {
            try writer.reader.database.inSavepoint {
                try writer.remove(schema, key: key)
                if entry.event.mutationType != MutationEvent.MutationType.delete.rawValue {
                    try writer.insert(record, schema)
                }
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT {
            throw error
        } catch {
            // A record that the table refuses comes with the next sync; its event is still in the outbox.
        }
    }

    private func rename(_ entry: OutboxEntry, to key: String) throws {
        try writer.replace(entry.withKey(key))
        let model = entry.event.modelName
        try writer.reader.database.execute(
            sql: "UPDATE OR REPLACE MutationSyncMetadata SET id = ? WHERE id = ?",
            arguments: [
                MutationSyncMetadata.identifier(modelName: model, modelId: key),
                MutationSyncMetadata.identifier(modelName: model, modelId: entry.event.modelId),
            ])
    }
}
