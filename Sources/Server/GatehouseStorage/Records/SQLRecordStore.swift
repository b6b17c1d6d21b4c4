// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
package import GatehouseDataStores
import GatehouseGraphQL

/// The store of the records of all data APIs in the tables of ``RecordsSchema``.
package struct SQLRecordStore: RecordStore {
    private let database: any SQLDatabase

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordReading) throws -> Value
    ) async throws -> Value {
        try await database.read { sql in try body(RecordReader(sql: sql)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(RecordWriter(connection: connection)) }
    }
}

/// Reads records of any model.
private protocol SQLRecordReading: RecordReading {
    var sql: any SQLReader { get }
}

/// The bytes of the records that one page of changes has; it has one record at least.
private let mostBytesOfChanges = 5_000_000

extension SQLRecordReading {
    func record(_ key: RecordID, of model: String, in api: String) throws -> Record? {
        guard let key = OrderedBytes.key(key) else { return nil }
        return try RecordRow.find(sql, key, in: RecordTable(api: api, model: model))
    }

    func records(_ keys: [RecordID], of model: String, in api: String) throws -> [Record] {
        let bytes = keys.compactMap(OrderedBytes.key)
        let records = try RecordRow.find(sql, Set(bytes), in: RecordTable(api: api, model: model))
        return bytes.compactMap { records[$0] }
    }

    func formerFields(_ version: Int, of key: RecordID, of model: String, in api: String) throws -> GraphQLObject? {
        guard let key = OrderedBytes.key(key) else { return nil }
        return try RecordVersionRow.find(sql, key, version: version, in: RecordTable(api: api, model: model))
    }

    func page(_ query: RecordQuery, of model: String, in api: String) throws -> RecordPage {
        try RecordPages(sql, query, in: RecordTable(api: api, model: model)).page()
    }

    func pages(
        _ partitions: [GraphQLValue], _ query: RecordQuery, of model: String, in api: String
    ) throws -> [RecordPage] {
        try RecordPages(sql, query, in: RecordTable(api: api, model: model)).pages(of: partitions)
    }

    func changes(
        of model: String, in api: String, scope: RecordScope, since time: Int, after position: RecordPosition?,
        limit: Int
    ) throws -> RecordPage {
        // Each key is greater than the byte 0, so the first changes are those at the time.
        var start = (time: time, key: [0] as [UInt8])
        if let position {
            guard case .int(let time)? = position.sort, let key = OrderedBytes.key(position.key) else {
                throw RecordRefusal.unorderedKey
            }
            if time >= start.time { start = (time, key) }
        }
        let table = RecordTable(api: api, model: model)
        let found =
            if let members = scope.memberValues {
                try MemberChangeRows.changes(
                    sql, of: members, in: table, after: start.time, start.key, limit: limit + 1)
            } else {
                try RecordRow.changes(sql, in: table, after: start.time, start.key, limit: limit + 1)
            }
        var bytes = 0
        let taken = found.prefix(limit).enumerated().prefix { index, change in
            bytes += change.bytes
            return index == 0 || bytes <= mostBytesOfChanges
        }.map(\.element)
        let rows = try RecordRow.find(sql, Set(taken.map(\.key)), in: table)
        let records = taken.compactMap { rows[$0.key] }
        let next = taken.count < found.count ? records.last : nil
        return RecordPage(
            records, next: next.map { RecordPosition(sort: .int($0.changedAt), key: $0.key) },
            read: taken.reduce(0) { $0 + RecordPage.units(ofBytes: $1.bytes) })
    }

    func cleanups(of api: String?) throws -> [RecordCleanup] { try RecordCleanupRow.list(sql, of: api) }

    func isListed(_ cleanup: RecordCleanup) throws -> Bool { try RecordCleanupRow.contains(sql, cleanup) }

    func revision(of api: String) throws -> Int? { try DataAPIRow.revision(sql, of: api) }

    func modelWithRecords(in api: String) throws -> String? { try RecordRow.model(sql, in: api) }

    func changeMarks() throws -> [ChangeMark] { try ChangeMarkRow.list(sql) }

    func changeHeads(of node: String, after number: Int, limit: Int) throws -> [ChangeHead] {
        try ChangeRow.heads(sql, of: node, after: number, limit: limit)
    }

    func changeHeads(of node: String, numbers: [Int]) throws -> [ChangeHead] {
        try ChangeRow.heads(sql, of: node, numbers)
    }

    func loggedChanges(of node: String, numbers: [Int]) throws -> [LoggedChange] {
        try ChangeRow.find(sql, of: node, numbers)
    }
}

private struct RecordReader: SQLRecordReading {
    let sql: any SQLReader
}

/// Reads and writes inside a transaction.
private struct RecordWriter: SQLRecordReading, RecordWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }

    func put(_ record: Record, expecting version: Int?, indexes: RecordIndexValues, in api: String) throws {
        let table = RecordTable(api: api, model: record.model)
        let key = try Self.newKey(record.key)
        let rows = try RecordIndexRows(indexes, key, in: table)
        let changes = MemberChangeRows(record, key, rows.owners)
        guard let version else {
            guard try RecordRow.insert(connection, record, key, in: table) else { throw try conflict(key, table) }
            try rows.insert(connection, in: table)
            return try changes.insert(connection, in: table)
        }
        guard try RecordRow.update(connection, record, key, expecting: version, in: table) else {
            throw try conflict(key, table)
        }
        let areSame = try rows.replace(connection, in: table)
        try changes.replace(connection, areSame: areSame, in: table)
    }

    func keepVersion(of key: RecordID, of model: String, replacedAt time: Int, in api: String) throws {
        guard let key = OrderedBytes.key(key) else { return }
        try RecordVersionRow.copy(
            connection, key, replacedAt: time, keeping: RecordLimits.versions, in: RecordTable(api: api, model: model))
    }

    func removeVersions(replacedBefore time: Int, limit: Int) throws -> Int {
        try RecordVersionRow.delete(connection, replacedBefore: time, limit: limit)
    }

    func remove(_ key: RecordID, of model: String, expecting version: Int, in api: String) throws {
        let table = RecordTable(api: api, model: model)
        guard let key = OrderedBytes.key(key) else { throw RecordConflict(stored: nil) }
        try remove(key, expecting: version, in: table)
    }

    func removeTombstones(changedBefore time: Int, limit: Int) throws -> Int {
        let tombstones = try RecordRow.tombstones(connection, changedBefore: time, limit: limit)
        for (table, key, version) in tombstones { try remove(key, expecting: version, in: table) }
        return tombstones.count
    }

    func reindex(_ model: Model, in api: String, after key: RecordID?, limit: Int) throws -> RecordID? {
        let table = RecordTable(api: api, model: model.name)
        let start = try key.map(Self.newKey) ?? [0]
        let found = try RecordRow.list(connection, in: table, after: start, limit: limit)
        for (key, record) in found {
            let rows = try RecordIndexRows(RecordIndexValues(record.fields, model), key, in: table)
            let areSame = try rows.replace(connection, in: table)
            try MemberChangeRows(record, key, rows.owners).fill(connection, areSame: areSame, in: table)
        }
        return found.count < limit ? nil : found.last?.record.key
    }

    func finish(_ cleanup: RecordCleanup) throws { try RecordCleanupRow.delete(connection, cleanup) }

    func log(_ change: LoggedChange, at time: Int) throws { try ChangeRow.insert(connection, change, at: time) }

    func put(_ mark: ChangeMark) throws { try ChangeMarkRow.put(connection, mark) }

    func removeLoggedChanges(before time: Int, limit: Int) throws -> Int {
        try ChangeRow.delete(connection, before: time, limit: limit)
    }

    func removeChangeMarks(before time: Int) throws { try ChangeMarkRow.delete(connection, before: time) }

    private func remove(_ key: [UInt8], expecting version: Int, in table: RecordTable) throws {
        guard try RecordRow.delete(connection, key, expecting: version, in: table) else {
            throw try conflict(key, table)
        }
        try RecordIndexRows.delete(connection, key, in: table)
        try MemberChangeRows.delete(connection, key, in: table)
        try RecordVersionRow.delete(connection, key, in: table)
    }

    private func conflict(_ key: [UInt8], _ table: RecordTable) throws -> RecordConflict {
        RecordConflict(stored: try RecordRow.find(connection, key, in: table))
    }

    /// The bytes of a key that a record may have.
    private static func newKey(_ key: RecordID) throws(RecordRefusal) -> [UInt8] {
        if let partition = key.values.first {
            try RecordRefusal.requireLength(of: partition, RecordLimits.partitionBytes)
        }
        if let sort = SortKey.value(of: Array(key.values.dropFirst())) {
            try RecordRefusal.requireLength(of: sort, RecordLimits.sortBytes)
        }
        guard let bytes = OrderedBytes.key(key) else { throw .unorderedKey }
        return bytes
    }
}
