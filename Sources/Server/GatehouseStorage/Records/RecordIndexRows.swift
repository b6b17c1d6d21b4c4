// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// The rows of a record in `data_index_rows` and `data_member_rows`.
struct RecordIndexRows {
    private struct IndexRow: Hashable {
        let index: String
        let place: [UInt8]
    }

    private struct MemberRow: Hashable {
        let field: String
        let member: [UInt8]
        let order: IndexRow
    }

    private let key: [UInt8]
    private var indexes: Set<IndexRow> = []
    private var members: Set<MemberRow> = []

    /// The rows for a record's values.
    init(_ values: RecordIndexValues, _ key: [UInt8], in table: RecordTable) throws(RecordRefusal) {
        self.key = key
        for (index, entry) in values.indexes {
            try RecordRefusal.requireLength(of: entry.partition, RecordLimits.partitionBytes)
            if let sort = entry.sort { try RecordRefusal.requireLength(of: sort, RecordLimits.sortBytes) }
            guard let place = OrderedBytes.place(partition: entry.partition, sort: entry.sort, key: key) else {
                throw .unorderedKey
            }
            indexes.insert(IndexRow(index: index, place: place))
        }
        // The order of the primary key has an empty name.
        let orders = indexes.union([IndexRow(index: "", place: key)])
        var count = 0
        for (field, texts) in values.members {
            var bytes: Set<[UInt8]> = []
            for text in texts {
                guard let member = OrderedBytes.partition(.string(text)) else { throw .unorderedKey }
                bytes.insert(member)
            }
            count += bytes.count
            guard count <= RecordLimits.members else {
                throw .tooManyMembers(count: count, limit: RecordLimits.members)
            }
            for member in bytes {
                for order in orders { members.insert(MemberRow(field: field, member: member, order: order)) }
            }
        }
        try requirePlaces(in: table)
    }

    /// - Throws: `placeTooLong` for a row whose key not every database can index.
    private func requirePlaces(in table: RecordTable) throws(RecordRefusal) {
        let name = table.api.utf8.count + table.model.utf8.count
        let lengths = indexes.map { row in row.index.utf8.count + row.place.count }
        let ofMembers = members.map { row in
            row.field.utf8.count + row.member.count + row.order.index.utf8.count + row.order.place.count
        }
        let longest = name + max(lengths.max() ?? 0, ofMembers.max() ?? 0, key.count)
        guard longest <= RecordLimits.placeBytes else {
            throw .placeTooLong(bytes: longest, limit: RecordLimits.placeBytes)
        }
    }

    private init(stored key: [UInt8], _ reader: some SQLReader, in table: RecordTable) throws {
        self.key = key
        indexes = Set(
            try reader.query(
                """
                SELECT index_name, place FROM data_index_rows
                WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
                """
            ).map { row in IndexRow(index: try row["index_name"], place: try row["place"]) })
        members = Set(
            try reader.query(
                """
                SELECT field, member, index_name, place FROM data_member_rows
                WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
                """
            ).map { row in
                MemberRow(
                    field: try row["field"], member: try row["member"],
                    order: IndexRow(index: try row["index_name"], place: try row["place"]))
            })
    }

    /// The owners and groups of the record, each once.
    var owners: Set<PlaceSearch.Member> {
        Set(members.lazy.filter(\.order.index.isEmpty).map { PlaceSearch.Member(field: $0.field, value: $0.member) })
    }

    /// Inserts the rows of a new record.
    func insert(_ connection: some SQLConnection, in table: RecordTable) throws {
        try insert(indexes, members, connection, in: table)
    }

    /// Replaces the stored rows of the record; rows that stay the same are not written.
    ///
    /// - Returns: whether the record has the same owners and groups as before.
    func replace(_ connection: some SQLConnection, in table: RecordTable) throws -> Bool {
        let stored = try RecordIndexRows(stored: key, connection, in: table)
        for row in stored.indexes.subtracting(indexes) {
            try connection.execute(
                """
                DELETE FROM data_index_rows
                WHERE api_id = \(table.api) AND model = \(table.model) AND index_name = \(row.index)
                    AND place = \(row.place)
                """)
        }
        for row in stored.members.subtracting(members) {
            try connection.execute(
                """
                DELETE FROM data_member_rows
                WHERE api_id = \(table.api) AND model = \(table.model) AND field = \(row.field)
                    AND member = \(row.member) AND index_name = \(row.order.index) AND place = \(row.order.place)
                """)
        }
        try insert(indexes.subtracting(stored.indexes), members.subtracting(stored.members), connection, in: table)
        return stored.members == members || stored.owners == owners
    }

    private func insert(
        _ indexes: Set<IndexRow>, _ members: Set<MemberRow>, _ connection: some SQLConnection, in table: RecordTable
    ) throws {
        for row in indexes {
            try connection.execute(
                """
                INSERT INTO data_index_rows (api_id, model, index_name, place, record_key)
                VALUES (\(table.api), \(table.model), \(row.index), \(row.place), \(key))
                """)
        }
        for row in members {
            try connection.execute(
                """
                INSERT INTO data_member_rows (api_id, model, field, member, index_name, place, record_key)
                VALUES (\(table.api), \(table.model), \(row.field), \(row.member), \(row.order.index),
                    \(row.order.place), \(key))
                """)
        }
    }

    /// Deletes all rows of a record.
    static func delete(_ connection: some SQLConnection, _ key: [UInt8], in table: RecordTable) throws {
        try connection.execute(
            """
            DELETE FROM data_index_rows
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """)
        try connection.execute(
            """
            DELETE FROM data_member_rows
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """)
    }
}

extension RecordRefusal {
    /// - Throws: `keyTooLong` for a text that is longer than the limit.
    static func requireLength(of value: GraphQLValue, _ limit: Int) throws(RecordRefusal) {
        guard let count = value.text?.utf8.count, count > limit else { return }
        throw .keyTooLong(bytes: count, limit: limit)
    }
}
