// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

/// A record in an order: where it is, and how long its fields are in bytes.
struct RecordPlace: Hashable {
    let place: [UInt8]
    let key: [UInt8]
    let bytes: Int
}

/// The part of an order that a statement reads: all places in a range, or the places of one owner or group.
struct PlaceSearch {
    /// An owner or a group in a field.
    struct Member: Hashable {
        let field: String
        let value: [UInt8]
    }

    /// The page that the places are for, counted from 0.
    let page: Int
    let range: PlaceRange
    let member: Member?
}

/// Reads of the rows that order records.
///
/// Each statement has one part for each search; a part reads rows in the order of an index and stops at its limit, so
/// that the cost does not depend on the number of rows behind it.
struct RecordPlaces {
    /// The most parts of a statement: SQLite joins 500 at most.
    private static let mostParts = 256

    let sql: any SQLReader
    let table: RecordTable
    /// The name of the index; `nil` for the primary key.
    let index: String?
    let isDescending: Bool

    /// The first places of each page in their order, each page with up to `limit` of them, and the short records there.
    ///
    /// A record is short if all places that may be found can have one of its length in `bytes` together.
    func first(
        _ limit: Int, _ searches: [PlaceSearch], pages: Int, bytes: Int
    ) throws -> (places: [[RecordPlace]], records: [[UInt8]: Record]) {
        var found: [Set<RecordPlace>] = Array(repeating: [], count: pages)
        var records: [[UInt8]: Record] = [:]
        let short = bytes / max(1, limit * searches.count)
        for isMember in [false, true] {
            var rest = searches.filter { ($0.member != nil) == isMember && !$0.range.isEmpty }[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(Self.mostParts))
                rest = rest.dropFirst(part.count)
                for row in try sql.query(statement(part, limit: limit, short: short)) {
                    let number: Int = try row["part"]
                    guard part.indices.contains(number) else { throw StorageError.unreadableColumn("part") }
                    let place = RecordPlace(
                        place: try row["place"], key: try row["record_key"], bytes: try row["bytes"])
                    // A record with several of the owners and groups is found several times.
                    found[part[number].page].insert(place)
                    guard place.bytes <= short, records[place.key] == nil else { continue }
                    records[place.key] = try RecordRow.record(row, table)
                }
            }
        }
        return (found.map { Array($0.sorted(by: precedes).prefix(limit)) }, records)
    }

    private func precedes(_ one: RecordPlace, _ other: RecordPlace) -> Bool {
        isDescending
            ? other.place.lexicographicallyPrecedes(one.place) : one.place.lexicographicallyPrecedes(other.place)
    }

    /// The statement of some searches that are all of members, or none; empty ones make their number a power of two.
    private func statement(_ searches: [PlaceSearch], limit: Int, short: Int) -> SQL {
        let source: Source = searches.first?.member != nil ? .members : index == nil ? .records : .index
        // SQLite counts the placeholders in the order of the text.
        var arguments: [SQLValue] = [short.sqlValue, table.api.sqlValue, table.model.sqlValue]
        if source != .records { arguments.append((index ?? "").sqlValue) }
        let padding = PlaceSearch(page: 0, range: .empty, member: searches.last?.member)
        let count = SQL.paddedCount(searches.count)
        var parts: [String] = []
        for (number, search) in (searches + Array(repeating: padding, count: count - searches.count)).enumerated() {
            let first = arguments.count + 1
            if let member = search.member { arguments += [member.field.sqlValue, member.value.sqlValue] }
            arguments += [search.range.low.sqlValue, search.range.high.sqlValue, limit.sqlValue]
            parts.append(source.text(number: number, firstArgument: first, isDescending: isDescending))
        }
        return SQL(parts.joined(separator: " UNION ALL "), arguments)
    }

    private enum Source {
        case records
        case index
        case members

        /// A part of a statement; `CROSS JOIN` makes SQLite begin with the rows that have the order.
        func text(number: Int, firstArgument first: Int, isDescending: Bool) -> String {
            let place = self == .records ? "r.record_key" : "p.place"
            let rows =
                switch self {
                case .records: "data_records r WHERE r.api_id = $2 AND r.model = $3"
                case .index: "data_index_rows p \(Self.joined)"
                case .members: "data_member_rows p \(Self.joined) AND p.field = $\(first) AND p.member = $\(first + 1)"
                }
            let low = self == .members ? first + 2 : first
            return """
                SELECT * FROM (SELECT \(number) AS part, \(place) AS place, r.record_key AS record_key, r.bytes AS bytes, \
                r.key_values AS key_values, r.version AS version, r.changed_at AS changed_at, \
                r.deleted_at AS deleted_at, CASE WHEN r.bytes <= $1 THEN r.fields END AS fields \
                FROM \(rows) AND \(place) >= $\(low) AND \(place) < $\(low + 1) \
                ORDER BY \(place)\(isDescending ? " DESC" : "") LIMIT $\(low + 2)) AS part\(number)
                """
        }

        private static let joined = """
            CROSS JOIN data_records r WHERE p.api_id = $2 AND p.model = $3 AND p.index_name = $4 \
            AND r.api_id = $2 AND r.model = $3 AND r.record_key = p.record_key
            """
    }
}
