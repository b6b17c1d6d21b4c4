// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// A row of `data_changes`: a committed write of a record.
enum ChangeRow {
    /// The statements of the migration that creates the tables of the change log.
    ///
    /// The key begins with the process that writes: each process reads the changes of each other one in the order of
    /// their numbers, for all APIs at once. Times are milliseconds since 1970.
    static let statements: [SQL] = [
        """
        CREATE TABLE data_changes (
            node TEXT NOT NULL,
            number BIGINT NOT NULL,
            api_id TEXT NOT NULL,
            api_revision BIGINT NOT NULL,
            model TEXT NOT NULL,
            kind BIGINT NOT NULL,
            key_values TEXT NOT NULL,
            version BIGINT NOT NULL,
            changed_at BIGINT NOT NULL,
            deleted_at BIGINT,
            logged_at BIGINT NOT NULL,
            bytes BIGINT NOT NULL,
            fields TEXT NOT NULL,
            PRIMARY KEY (node, number)
        )
        """,
        "CREATE INDEX data_changes_by_time ON data_changes (logged_at)",
        """
        CREATE TABLE data_change_marks (
            node TEXT NOT NULL PRIMARY KEY,
            round BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            open_number BIGINT NOT NULL,
            open_time BIGINT
        )
        """,
    ]

    /// The most changes that one statement finds by their numbers.
    private static let mostNumbers = 256

    /// Inserts a change.
    ///
    /// The row is the witness of its transaction: no other transaction inserts it, and nothing changes it for minutes.
    static func insert(_ connection: some SQLConnection, _ change: LoggedChange, at time: Int) throws {
        let (place, record) = (change.place, change.record)
        let fields = try RecordRow.text(of: record)
        try connection.execute(
            """
            INSERT INTO data_changes (node, number, api_id, api_revision, model, kind, key_values, version,
                changed_at, deleted_at, logged_at, bytes, fields)
            VALUES (\(place.node), \(place.number), \(change.api), \(change.revision), \(record.model),
                \(change.kind.rawValue), \(RecordRow.text(of: .list(record.key.values))), \(record.version),
                \(record.changedAt), \(record.deletedAt), \(time), \(fields.utf8.count), \(fields))
            """,
            witness: "SELECT 1 FROM data_changes WHERE node = \(place.node) AND number = \(place.number)")
    }

    /// The changes of a process after a number, without their records.
    static func heads(
        _ reader: some SQLReader, of node: String, after number: Int, limit: Int
    ) throws -> [ChangeHead] {
        try reader.query(
            """
            SELECT number, api_id, model, kind, version, changed_at, bytes FROM data_changes
            WHERE node = \(node) AND number > \(number) ORDER BY number LIMIT \(limit)
            """
        ).map { row in try head(row, node) }
    }

    /// The changes of a process with some numbers, without their records.
    static func heads(_ reader: some SQLReader, of node: String, _ numbers: [Int]) throws -> [ChangeHead] {
        try rows("number, api_id, model, kind, version, changed_at, bytes", reader, of: node, numbers).map { row in
            try head(row, node)
        }
    }

    /// The changes of a process with some numbers.
    static func find(_ reader: some SQLReader, of node: String, _ numbers: [Int]) throws -> [LoggedChange] {
        try rows(
            "number, api_id, api_revision, model, kind, key_values, version, changed_at, deleted_at, fields", reader,
            of: node, numbers
        ).map { row in
            let table = RecordTable(api: try row["api_id"], model: try row["model"])
            return LoggedChange(
                place: LoggedChange.Place(node: node, number: try row["number"]), api: table.api,
                revision: try row["api_revision"], kind: try kind(row), record: try RecordRow.record(row, table))
        }
    }

    /// Some columns of the rows of a process with some numbers.
    ///
    /// The count of numbers in a statement is a power of two, so that few statements are prepared; the last one fills it.
    private static func rows(
        _ columns: SQLFragment, _ reader: some SQLReader, of node: String, _ numbers: [Int]
    ) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        var rest = numbers[...]
        while let last = rest.prefix(mostNumbers).last {
            let part = rest.prefix(mostNumbers)
            rest = rest.dropFirst(part.count)
            let count = SQL.paddedCount(part.count)
            let padding = Array(repeating: last, count: count - part.count)
            rows += try reader.query(
                SQL(
                    "SELECT \(columns.text) FROM data_changes WHERE node = $1 AND number IN (\(SQL.places(count, from: 2)))",
                    [node.sqlValue] + (part + padding).map(\.sqlValue)))
        }
        return rows
    }

    private static func head(_ row: SQLRow, _ node: String) throws -> ChangeHead {
        ChangeHead(
            place: LoggedChange.Place(node: node, number: try row["number"]), api: try row["api_id"],
            model: try row["model"], kind: try kind(row), version: try row["version"],
            changedAt: try row["changed_at"], bytes: try row["bytes"])
    }

    /// Deletes the changes that were logged before a time, the oldest first; returns their number.
    static func delete(_ connection: some SQLConnection, before time: Int, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM data_changes WHERE (node, number) IN (
                SELECT node, number FROM data_changes WHERE logged_at < \(time) ORDER BY logged_at LIMIT \(limit))
            """)
    }

    private static func kind(_ row: SQLRow) throws -> LoggedChange.Kind {
        guard let kind = LoggedChange.Kind(rawValue: try row["kind"]) else {
            throw StorageError.unreadableColumn("kind")
        }
        return kind
    }
}

/// A row of `data_change_marks`: how far the changes of a process have ended.
enum ChangeMarkRow {
    /// All marks by ascending id; ids are not empty.
    static func list(_ reader: some SQLReader) throws -> [ChangeMark] {
        try reader.query(
            """
            SELECT node, round, seen_at, open_number, open_time FROM data_change_marks WHERE node > \("") ORDER BY node
            """
        ).map { row in
            ChangeMark(
                node: try row["node"], round: try row["round"], seenAt: try row["seen_at"],
                openNumber: try row["open_number"], openTime: try row["open_time"])
        }
    }

    /// Stores a mark, unless there is a later one of the same process.
    static func put(_ connection: some SQLConnection, _ mark: ChangeMark) throws {
        try connection.execute(
            """
            INSERT INTO data_change_marks (node, round, seen_at, open_number, open_time)
            VALUES (\(mark.node), \(mark.round), \(mark.seenAt), \(mark.openNumber), \(mark.openTime))
            ON CONFLICT (node) DO UPDATE SET round = excluded.round, seen_at = excluded.seen_at,
                open_number = excluded.open_number, open_time = excluded.open_time
            WHERE data_change_marks.round < excluded.round
            """,
            witness: "SELECT 1 FROM data_change_marks WHERE node = \(mark.node) AND round >= \(mark.round)")
    }

    /// Deletes the marks that were written before a time.
    static func delete(_ connection: some SQLConnection, before time: Int) throws {
        try connection.execute("DELETE FROM data_change_marks WHERE node > \("") AND seen_at < \(time)")
    }
}
