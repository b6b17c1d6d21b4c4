// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

/// The rows of a record in `data_member_changes`: the time of the record's last change for each owner and group.
///
/// A sync reads the changes of the caller's own records. So neither its pages nor its cost tell how much others change.
struct MemberChangeRows {
    /// The most parts of a statement: SQLite joins 500 at most.
    private static let mostParts = 256

    private let members: Set<PlaceSearch.Member>
    private let key: [UInt8]
    private let changedAt: Int
    private let isVersioned: Bool

    /// The rows of a record with some owners and groups; a record without versions has none, because no sync has it.
    init(_ record: Record, _ key: [UInt8], _ members: Set<PlaceSearch.Member>) {
        isVersioned = record.version > 0
        self.members = isVersioned ? members : []
        self.key = key
        changedAt = record.changedAt
    }

    /// Inserts the rows of a new record.
    func insert(_ connection: some SQLConnection, in table: RecordTable) throws {
        for member in members {
            try connection.execute(
                """
                INSERT INTO data_member_changes (api_id, model, field, member, changed_at, record_key)
                VALUES (\(table.api), \(table.model), \(member.field), \(member.value), \(changedAt), \(key))
                """)
        }
    }

    /// Replaces the stored rows of a changed record; `areSame` says that its owners and groups have not changed.
    func replace(_ connection: some SQLConnection, areSame: Bool, in table: RecordTable) throws {
        try replace(connection, in: table, areSame: areSame) {
            try connection.execute(
                """
                UPDATE data_member_changes SET changed_at = \(changedAt)
                WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
                """)
        }
    }

    /// Makes the rows of an unchanged record after a change of the rules; rows that are right are not written.
    func fill(_ connection: some SQLConnection, areSame: Bool, in table: RecordTable) throws {
        try replace(connection, in: table, areSame: areSame) {
            try connection.queryOne(
                """
                SELECT count(*) FROM data_member_changes
                WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
                    AND changed_at = \(changedAt)
                """
            ).map { row in try row[0] }
        }
    }

    /// Replaces the rows, unless the owners and groups are the same and `countRight` finds a right row for each.
    private func replace(
        _ connection: some SQLConnection, in table: RecordTable, areSame: Bool, unless countRight: () throws -> Int?
    ) throws {
        guard isVersioned, !(areSame && members.isEmpty) else { return }
        // A record has no rows from a time when its model had no versions.
        if areSame, try countRight() == members.count { return }
        try Self.delete(connection, key, in: table)
        try insert(connection, in: table)
    }

    /// Deletes all rows of a record.
    static func delete(_ connection: some SQLConnection, _ key: [UInt8], in table: RecordTable) throws {
        try connection.execute(
            """
            DELETE FROM data_member_changes
            WHERE api_id = \(table.api) AND model = \(table.model) AND record_key = \(key)
            """)
    }

    /// The keys and the lengths of the records of some owners and groups, in the order of their last changes, after a
    /// time and a key.
    static func changes(
        _ reader: some SQLReader, of members: [PlaceSearch.Member], in table: RecordTable, after time: Int,
        _ key: [UInt8], limit: Int
    ) throws -> [(key: [UInt8], bytes: Int)] {
        // A record with several of the owners and groups is found several times.
        var found: [[UInt8]: (time: Int, bytes: Int)] = [:]
        for start in stride(from: 0, to: members.count, by: mostParts) {
            let part = members[start..<min(start + mostParts, members.count)]
            for row in try reader.query(statement(part, in: table, after: time, key, limit: limit)) {
                found[try row["record_key"]] = (try row["changed_at"], try row["bytes"])
            }
        }
        let sorted = found.sorted { one, other in
            one.value.time != other.value.time
                ? one.value.time < other.value.time : one.key.lexicographicallyPrecedes(other.key)
        }
        return sorted.prefix(limit).map { ($0.key, $0.value.bytes) }
    }

    /// A part reads the rows of one owner or group in their order and stops at the limit; empty parts make the number
    /// of the parts a power of two.
    private static func statement(
        _ members: ArraySlice<PlaceSearch.Member>, in table: RecordTable, after time: Int, _ key: [UInt8], limit: Int
    ) -> SQL {
        // SQLite counts the placeholders in the order of the text.
        var arguments: [SQLValue] = [table.api.sqlValue, table.model.sqlValue, time.sqlValue, key.sqlValue]
        let absent = PlaceSearch.Member(field: "", value: [0])
        let padding = Array(repeating: absent, count: SQL.paddedCount(members.count) - members.count)
        let parts = (members + padding).enumerated().map { number, member in
            let first = arguments.count + 1
            arguments += [member.field.sqlValue, member.value.sqlValue, limit.sqlValue]
            return """
                SELECT * FROM (SELECT p.changed_at AS changed_at, p.record_key AS record_key, r.bytes AS bytes \
                FROM data_member_changes p CROSS JOIN data_records r \
                WHERE p.api_id = $1 AND p.model = $2 AND (p.changed_at, p.record_key) > ($3, $4) \
                AND p.field = $\(first) AND p.member = $\(first + 1) \
                AND r.api_id = $1 AND r.model = $2 AND r.record_key = p.record_key \
                ORDER BY p.changed_at, p.record_key LIMIT $\(first + 2)) AS part\(number)
                """
        }
        return SQL(parts.joined(separator: " UNION ALL "), arguments)
    }
}
