// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseWire

/// The model of an API whose records a statement reads.
struct RecordTable: Hashable {
    let api: String
    let model: String
}

/// A row of `data_records`.
enum RecordRow {
    private static let columns: SQLFragment =
        "record_key, key_values, version, changed_at, deleted_at, fields"

    /// The most keys of one statement; more keys take several statements.
    private static let mostKeys = 1_024

    /// The record with a key; `nil` if there is none, or if no record can have the key.
    static func find(_ reader: some SQLReader, _ key: [UInt8], in table: RecordTable) throws -> Record? {
        try reader.queryOne(
            """
            SELECT \(columns) FROM data_records
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """
        ).map { row in try record(row, table) }
    }

    /// The records with some keys, by key.
    ///
    /// The number of keys in a statement is a power of two, so that few statements are prepared; the last key fills it.
    static func find(
        _ reader: some SQLReader, _ keys: some Collection<[UInt8]>, in table: RecordTable
    ) throws -> [[UInt8]: Record] {
        var records: [[UInt8]: Record] = [:]
        var rest = Array(keys)[...]
        while let last = rest.prefix(mostKeys).last {
            let part = rest.prefix(mostKeys)
            rest = rest.dropFirst(part.count)
            let count = SQL.paddedCount(part.count)
            let places = (3..<(3 + count)).map { "$\($0)" }.joined(separator: ", ")
            let text = "SELECT \(columns.text) FROM data_records WHERE api_id = $1 AND model = $2 AND record_key IN"
            let padding = Array(repeating: last, count: count - part.count)
            let statement = SQL(
                "\(text) (\(places))",
                [table.api.sqlValue, table.model.sqlValue] + (part + padding).map(\.sqlValue))
            for row in try reader.query(statement) { records[try row["record_key"]] = try record(row, table) }
        }
        return records
    }

    /// Records in the order of their keys, after a key.
    static func list(
        _ reader: some SQLReader, in table: RecordTable, after key: [UInt8], limit: Int
    ) throws -> [(key: [UInt8], record: Record)] {
        try reader.query(
            """
            SELECT \(columns) FROM data_records
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key > \(key)
            ORDER BY record_key LIMIT \(limit)
            """
        ).map { row in (try row["record_key"], try record(row, table)) }
    }

    /// The first model that has records in an API; `nil` without records.
    static func model(_ reader: some SQLReader, in api: String) throws -> String? {
        try reader.queryOne("SELECT model FROM data_records WHERE api_id = \(api) ORDER BY model LIMIT 1")
            .map { row in try row["model"] }
    }

    /// The keys and the lengths of records in the order of their last changes, after a time and a key.
    static func changes(
        _ reader: some SQLReader, in table: RecordTable, after time: Int, _ key: [UInt8], limit: Int
    ) throws -> [(key: [UInt8], bytes: Int)] {
        try reader.query(
            """
            SELECT record_key, bytes FROM data_records
            WHERE api_id = \(table.api) AND model = \(table.model) AND (changed_at, record_key) > (\(time), \(key))
            ORDER BY changed_at, record_key LIMIT \(limit)
            """
        ).map { row in (try row["record_key"], try row["bytes"]) }
    }

    /// Inserts a record; returns whether there was none with its key.
    static func insert(
        _ connection: some SQLConnection, _ record: Record, _ key: [UInt8], in table: RecordTable
    ) throws -> Bool {
        let fields = try text(of: record)
        return try connection.execute(
            """
            INSERT INTO data_records (api_id, model, record_key, key_values, version, changed_at, deleted_at, bytes,
                fields)
            VALUES (\(table.api), \(table.model), \(key), \(text(of: .list(record.key.values))), \(record.version),
                \(record.changedAt), \(record.deletedAt), \(fields.utf8.count), \(fields))
            ON CONFLICT DO NOTHING
            """, witness: witness(of: record, key, in: table)
        ) > 0
    }

    /// Replaces a record; returns whether there was one with its key and the expected version.
    static func update(
        _ connection: some SQLConnection, _ record: Record, _ key: [UInt8], expecting version: Int,
        in table: RecordTable
    ) throws -> Bool {
        let fields = try text(of: record)
        return try connection.execute(
            """
            UPDATE data_records
            SET version = \(record.version), changed_at = \(record.changedAt), deleted_at = \(record.deletedAt),
                bytes = \(fields.utf8.count), fields = \(fields)
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key) AND version = \(version)
            """, witness: witness(of: record, key, in: table)
        ) > 0
    }

    /// The query that finds a record with the version and the time of a write.
    ///
    /// A later write of the record can hide it. A write in the change log has a better witness, which is noted later.
    private static func witness(of record: Record, _ key: [UInt8], in table: RecordTable) -> SQL {
        """
        SELECT 1 FROM data_records
        WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key) AND version = \(record.version)
            AND changed_at = \(record.changedAt)
        """
    }

    /// Deletes a record; returns whether there was one with the key and the expected version.
    static func delete(
        _ connection: some SQLConnection, _ key: [UInt8], expecting version: Int, in table: RecordTable
    ) throws -> Bool {
        try connection.execute(
            """
            DELETE FROM data_records
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key) AND version = \(version)
            """
        ) > 0
    }

    /// The tombstones that were last changed before a time, the oldest first.
    static func tombstones(
        _ reader: some SQLReader, changedBefore time: Int, limit: Int
    ) throws -> [(table: RecordTable, key: [UInt8], version: Int)] {
        try reader.query(
            """
            SELECT api_id, model, record_key, version FROM data_records WHERE deleted_at < \(time)
            ORDER BY deleted_at LIMIT \(limit)
            """
        ).map { row in
            (RecordTable(api: try row["api_id"], model: try row["model"]), try row["record_key"], try row["version"])
        }
    }

    /// The record in a row with its columns.
    static func record(_ row: SQLRow, _ table: RecordTable) throws -> Record {
        guard let key = try value(row, "key_values").elements else { throw StorageError.unreadableColumn("key_values") }
        let fields = try Self.fields(row)
        let deletedAt: Int? = try row["deleted_at"]
        return Record(
            model: table.model, key: RecordID(key), fields: fields, version: try row["version"],
            changedAt: try row["changed_at"], isDeleted: deletedAt != nil)
    }

    /// The fields in a row with the column `fields`.
    static func fields(_ row: SQLRow) throws -> GraphQLObject {
        guard let fields = try value(row, "fields").members else { throw StorageError.unreadableColumn("fields") }
        return fields
    }

    private static func value(_ row: SQLRow, _ column: String) throws -> GraphQLValue {
        let text: String = try row[column]
        guard let value = try? GraphQLValue(json: Array(text.utf8)) else { throw StorageError.unreadableColumn(column) }
        return value
    }

    /// A value as the text of a column.
    static func text(of value: GraphQLValue) -> String { String(decoding: value.jsonBytes(), as: UTF8.self) }

    /// The fields of a record as the text of a column.
    /// - Throws: `RecordRefusal` for fields that are too deep or too large.
    static func text(of record: Record) throws(RecordRefusal) -> String {
        // Documents are read with a bound, too; one that could not be read would be lost.
        guard GraphQLValue.object(record.fields).isNested(atMost: WireValue.maximumDepth) else {
            throw .tooDeep(limit: WireValue.maximumDepth)
        }
        let text = text(of: .object(record.fields))
        guard text.utf8.count <= RecordLimits.bytes else {
            throw .tooLarge(bytes: text.utf8.count, limit: RecordLimits.bytes)
        }
        return text
    }
}

extension Record {
    /// The time of the deletion; `nil` unless the record is a tombstone.
    var deletedAt: Int? { isDeleted ? changedAt : nil }
}

extension GraphQLValue {
    /// Whether lists and objects nest to some depth at most.
    fileprivate func isNested(atMost depth: Int) -> Bool {
        switch self {
        case .list(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
        case .object(let members): depth > 0 && members.allSatisfy { $0.value.isNested(atMost: depth - 1) }
        default: true
        }
    }
}

extension SQL {
    /// The least power of two that is not below a number of repeated parts of a statement.
    static func paddedCount(_ count: Int) -> Int {
        var padded = 1
        while padded < count { padded *= 2 }
        return padded
    }
}
