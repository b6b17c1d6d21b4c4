// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// A row of `data_record_versions`.
enum RecordVersionRow {
    /// The fields of a former version; `nil` if it is not kept.
    static func find(
        _ reader: some SQLReader, _ key: [UInt8], version: Int, in table: RecordTable
    ) throws -> GraphQLObject? {
        try reader.queryOne(
            """
            SELECT fields FROM data_record_versions
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key) AND version = \(version)
            """
        ).map { row in try RecordRow.fields(row) }
    }

    /// Copies the stored record with a key, which is replaced at a time, and deletes the versions beyond a number.
    static func copy(
        _ connection: some SQLConnection, _ key: [UInt8], replacedAt time: Int, keeping count: Int,
        in table: RecordTable
    ) throws {
        try connection.execute(
            """
            INSERT INTO data_record_versions (api_id, model, record_key, version, replaced_at, fields)
            SELECT api_id, model, record_key, version, CAST(\(time) AS BIGINT), fields FROM data_records
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """)
        try connection.execute(
            """
            DELETE FROM data_record_versions
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key) AND version <= (
                SELECT version - CAST(\(count) AS BIGINT) FROM data_records
                WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key))
            """)
    }

    /// Deletes all former versions of a record.
    static func delete(_ connection: some SQLConnection, _ key: [UInt8], in table: RecordTable) throws {
        try connection.execute(
            """
            DELETE FROM data_record_versions
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """)
    }

    /// Deletes the versions that were replaced before a time, the oldest first; returns their number.
    static func delete(_ connection: some SQLConnection, replacedBefore time: Int, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM data_record_versions WHERE (api_id, model, record_key, version) IN (
                SELECT api_id, model, record_key, version FROM data_record_versions WHERE replaced_at < \(time)
                ORDER BY replaced_at LIMIT \(limit))
            """)
    }
}
