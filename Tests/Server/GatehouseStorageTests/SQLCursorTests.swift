// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

@Suite struct SQLCursorTests {
    /// The row of a statement, which counts how often the names of its columns are searched.
    private final class Row: SQLColumns {
        private let names: [String]
        private let values: [SQLValue]
        private var positions = SQLColumnPositions()
        private(set) var searches = 0

        init(_ columns: [(name: String, value: SQLValue)]) {
            names = columns.map { $0.name }
            values = columns.map { $0.value }
        }

        func position(of name: StaticString) throws(StorageError) -> Int {
            try positions.position(of: name) {
                searches += 1
                return names
            }
        }

        func value(at position: Int) throws(StorageError) -> SQLValue {
            guard values.indices.contains(position) else { throw .unreadableColumn("#\(position)") }
            return values[position]
        }
    }

    private static let forwards: [(name: String, value: SQLValue)] = [
        ("id", .integer(7)), ("name", .text("a")), ("note", .null),
    ]

    private func texts(_ row: SQLCursor) throws -> [String] {
        let (id, name, note): (Int, String, String?) = (try row["id"], try row["name"], try row["note"])
        return ["\(id)", name, note ?? "none"]
    }

    @Test(arguments: [false, true])
    func `a column is read by its name, whatever the order of the columns is`(isReversed: Bool) throws {
        let columns = isReversed ? Self.forwards.reversed() : Self.forwards
        #expect(try texts(SQLCursor(Row(columns))) == ["7", "a", "none"])
    }

    @Test func `names are searched once, however often a row is read`() throws {
        let row = Row(Self.forwards)
        for _ in 0..<5 { #expect(try texts(SQLCursor(row)) == ["7", "a", "none"]) }
        #expect(row.searches == 3)
    }

    @Test func `readers that ask in different orders get the same columns`() throws {
        let row = Row(Self.forwards)
        func backwards(_ row: SQLCursor) throws -> [String] {
            let (name, id): (String, Int) = (try row["name"], try row["id"])
            return [name, "\(id)"]
        }
        for _ in 0..<3 {
            #expect(try texts(SQLCursor(row)) == ["7", "a", "none"])
            #expect(try backwards(SQLCursor(row)) == ["a", "7"])
        }
    }

    @Test func `a column that is missing or has another type is named`() {
        let row = SQLCursor(Row(Self.forwards))
        #expect(throws: StorageError.unreadableColumn("nome")) { try row["nome"] as String }
        #expect(throws: StorageError.unreadableColumn("name")) { try row["name"] as Int }
        #expect(throws: StorageError.unreadableColumn("note")) { try row["note"] as String }
        #expect(throws: StorageError.unreadableColumn("#3")) { try row[3] as String }
    }
}
