// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB

/// Adapts the tables of a store to the present models, in the transaction of the opening.
///
/// No change of the models removes an event from the outbox.
struct StoreMigration {
    let writer: StoreWriter
    let place: StorePlace

    private var database: Database { writer.reader.database }
    private var catalog: ModelCatalog { writer.reader.catalog }

    /// Compares the stored layouts with the models, and changes the tables that differ.
    ///
    /// - Parameters:
    ///   - version: the version of the models.
    ///   - outbox: what a database in place of a damaged one begins with.
    /// - Returns: what it has found and done.
    /// - Throws: ``StoreProblem`` for a database that is not a store, or one of a newer format. `DatabaseError`.
    func run(version: String, restoring outbox: RescuedOutbox?) throws -> StoreOpening {
        var opening = StoreOpening()
        let isNew = try prepareSystemTables()
        let stored = try storedTables()
        let gone = stored.keys.filter { catalog.knownTable(of: $0) == nil }
        try removeModels(gone)
        var rebuilt: Set<ModelName> = []
        var hasChanges = !gone.isEmpty
        for schema in catalog.ordered {
            let table = try catalog.table(of: schema.name)
            let declared = DeclaredTable(table)
            guard let before = stored[schema.name] else {
                try create(table)
                try setStored(declared)
                // An earlier version of the app may have had the model, and have left events of it.
                rebuilt.insert(schema.name)
                hasChanges = true
                continue
            }
            let change = ModelChange(from: before, to: declared)
            guard change != .unchanged else { continue }
            if try change == .rebuilt && hasRecords(table) { opening.emptiedModels.insert(schema.name) }
            try carryOut(change, on: table, before.layout)
            try setStored(declared)
            hasChanges = true
            if change == .rebuilt { rebuilt.insert(schema.name) }
            if change.needsFullSync {
                try writer.requireFullSync(of: schema.name)
                opening.modelsToSync.insert(schema.name)
            }
        }
        if let outbox {
            opening.rescuedEvents = try restore(outbox)
            rebuilt = Set(catalog.ordered.map(\.name))
            opening.modelsToSync = rebuilt
        }
        // The values of enumerations are not in a layout, and change with the version.
        let hasOtherVersion = try SystemTables.value(of: .version, in: database) != version
        if outbox != nil || !isNew && (hasChanges || hasOtherVersion) {
            opening.unreadableEvents = try readOutbox(puttingBackRecordsOf: rebuilt)
        }
        if hasOtherVersion { try SystemTables.setValue(version, of: .version, in: database) }
        return opening
    }

    // MARK: - The system tables

    /// Makes the system tables of a new database, and checks the format of another.
    ///
    /// - Returns: whether the database is new.
    private func prepareSystemTables() throws -> Bool {
        let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        guard !tables.isEmpty else {
            try SystemTables.create(in: database)
            return true
        }
        guard tables.contains("gatehouse-store") else { throw StoreProblem.foreign(place) }
        guard let format = try SystemTables.value(of: .format, in: database).flatMap({ Int($0) }) else {
            throw StoreProblem.damaged(place, "it has no format")
        }
        guard format <= SystemTables.format else {
            throw StoreProblem.newerFormat(place, found: format, known: SystemTables.format)
        }
        return false
    }

    private func storedTables() throws -> [ModelName: DeclaredTable] {
        let rows = try Row.fetchAll(database, sql: "SELECT model, layout, creation FROM \"gatehouse-layout\"")
        var tables: [ModelName: DeclaredTable] = [:]
        for row in rows {
            let model: String = try row.decode(atIndex: 0)
            let json: String = try row.decode(atIndex: 1)
            guard let layout = try? JSONDecoder().decode(ModelLayout.self, from: Data(json.utf8)) else {
                throw StoreProblem.damaged(place, "the layout of \(model) cannot be read")
            }
            tables[model] = DeclaredTable(layout: layout, creation: try row.decode(atIndex: 2))
        }
        return tables
    }

    private func setStored(_ table: DeclaredTable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(table.layout), as: UTF8.self)
        try database.execute(
            sql: "INSERT OR REPLACE INTO \"gatehouse-layout\" (model, layout, creation) VALUES (?, ?, ?)",
            arguments: [table.layout.model, json, table.creation])
    }

    // MARK: - The tables of models

    private func create(_ table: ModelTable) throws {
        try database.execute(sql: table.createTable())
        try createIndexes(of: table)
    }

    private func createIndexes(of table: ModelTable) throws {
        for statement in table.createIndexes { try database.execute(sql: statement) }
    }

    private func hasRecords(_ table: ModelTable) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM main.\(table.sql))") ?? false
    }

    private func carryOut(_ change: ModelChange, on table: ModelTable, _ before: ModelLayout) throws {
        switch change {
        case .unchanged:
            break
        case .added(let columns):
            for name in columns {
                if let statement = table.addColumn(name) { try database.execute(sql: statement) }
            }
            try removeIndexes(of: table.name)
            try createIndexes(of: table)
            try markIncomplete(table.name)
        case .rearranged(let isIncomplete):
            try rearrange(table, keeping: before.columns.map(\.name).filter { table.layout.column($0) != nil })
            if isIncomplete { try markIncomplete(table.name) }
        case .rebuilt:
            try drop(table.name)
            try create(table)
            try removeMetadata(of: table.name)
        }
    }

    /// Makes the table anew with the rows that it has.
    ///
    /// The rows wait in a table of the connection: SQLite would change the relations of other tables with the name of
    /// this one.
    private func rearrange(_ table: ModelTable, keeping columns: [String]) throws {
        let names = columns.map(\.quotedForSQL).joined(separator: ", ")
        try database.execute(sql: "CREATE TEMP TABLE \"gatehouse-kept\" AS SELECT \(names) FROM main.\(table.sql)")
        try drop(table.name)
        try create(table)
        try database.execute(
            sql: "INSERT INTO main.\(table.sql) (\(names)) SELECT \(names) FROM temp.\"gatehouse-kept\"")
        try database.execute(sql: "DROP TABLE temp.\"gatehouse-kept\"")
    }

    private func removeModels(_ names: [ModelName]) throws {
        for name in names {
            try drop(name)
            try removeMetadata(of: name)
            try writer.requireFullSync(of: name)
            try database.execute(sql: "DELETE FROM \"gatehouse-layout\" WHERE model = ?", arguments: [name])
        }
    }

    private func drop(_ table: ModelName) throws {
        try database.execute(sql: "DROP TABLE IF EXISTS main.\(table.quotedForSQL)")
    }

    private func removeIndexes(of table: ModelName) throws {
        let names = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
            arguments: [table])
        for name in names { try database.execute(sql: "DROP INDEX main.\(name.quotedForSQL)") }
    }

    // MARK: - Metadata

    /// Notes that the records lack values of added fields.
    private func markIncomplete(_ model: ModelName) throws {
        let range = MetadataRange(model)
        try database.execute(
            sql: "UPDATE MutationSyncMetadata SET isIncomplete = 1 WHERE id > ? AND id < ?",
            arguments: [range.start, range.end])
    }

    /// Forgets the service's versions of the records that are gone, and keeps those to which events refer.
    private func removeMetadata(of model: ModelName) throws {
        let range = MetadataRange(model)
        try database.execute(
            sql: """
                DELETE FROM MutationSyncMetadata WHERE id > ?1 AND id < ?2 AND NOT EXISTS (
                    SELECT 1 FROM MutationEvent
                    WHERE modelId = substr(MutationSyncMetadata.id, length(?1) + 1) AND modelName = ?3)
                """,
            arguments: [range.start, range.end, model])
    }
}
