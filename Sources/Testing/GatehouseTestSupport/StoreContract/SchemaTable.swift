// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage

/// A table as the migrations make it, read from their statements, so that the rules for tables run on every engine.
package struct SchemaTable: Sendable, Equatable {
    /// A column of a table.
    package struct Column: Sendable, Hashable {
        /// The name.
        package let name: String
        /// `TEXT`, `BIGINT` or `BLOB`.
        package let type: String
        /// Whether the column is NOT NULL.
        package let isRequired: Bool
    }

    /// An index, or the primary key.
    package struct Index: Sendable, Hashable {
        /// The name; `nil` for a key of the table's own statement.
        package let name: String?
        /// The names of the columns, in their order.
        package let columns: [String]
    }

    /// A statement of a migration whose effect on the schema this reader does not know.
    package struct UnknownStatement: Error {
        /// The statement.
        package let text: String
    }

    /// The name.
    package private(set) var name: String
    /// The columns, in the order of their creation.
    package private(set) var columns: [Column] = []
    /// The indexes and keys.
    package private(set) var indexes: [Index] = []

    /// The tables after some migrations.
    ///
    /// - Throws: ``UnknownStatement``.
    package static func tables(after migrations: [Migration] = Migrations.all) throws -> [SchemaTable] {
        var tables: [SchemaTable] = []
        for statement in migrations.flatMap(\.statements) { try apply(statement.text, to: &tables) }
        return tables
    }

    private static func apply(_ text: String, to tables: inout [SchemaTable]) throws {
        let words = text.split { $0.isWhitespace || $0 == "(" }.map(String.init)
        let verb = words.prefix(2).joined(separator: " ")
        func change(_ name: String?, _ body: (inout SchemaTable) -> Void) throws {
            guard let place = tables.firstIndex(where: { $0.name == name }) else { throw UnknownStatement(text: text) }
            body(&tables[place])
        }
        switch (verb, words.count) {
        case ("CREATE TABLE", 3...):
            var table = SchemaTable(name: words[2])
            for part in parts(of: text) { table.add(part) }
            tables.append(table)
        case ("CREATE INDEX", 5...), ("CREATE UNIQUE", 6...):
            let name = words.firstIndex(of: "ON").map { words[$0 - 1] }
            let table = words.firstIndex(of: "ON").map { words[$0 + 1] }
            try change(table) { $0.indexes.append(Index(name: name, columns: parts(of: text))) }
        case ("DROP INDEX", 3):
            for place in tables.indices { tables[place].indexes.removeAll { $0.name == words[2] } }
        case ("ALTER TABLE", 6...) where words[3] == "RENAME" && words[4] == "TO":
            try change(words[2]) { $0.name = words[5] }
        case ("ALTER TABLE", 7...) where words[3] == "ADD" && words[4] == "COLUMN":
            try change(words[2]) { $0.add(words.dropFirst(5).joined(separator: " ")) }
        case (_, 3...) where words[0] == "INSERT" || words[0] == "UPDATE": return
        default: throw UnknownStatement(text: text)
        }
    }

    /// Adds a column or a key.
    private mutating func add(_ part: String) {
        let words = part.split { $0.isWhitespace || $0 == "(" }.map(String.init)
        guard words.count > 1 else { return }
        if words[0] == "PRIMARY" || words[0] == "UNIQUE" {
            return indexes.append(Index(name: nil, columns: Self.parts(of: part)))
        }
        let isKey = part.contains("PRIMARY KEY")
        columns.append(Column(name: words[0], type: words[1], isRequired: part.contains("NOT NULL")))
        if isKey { indexes.append(Index(name: nil, columns: [words[0]])) }
    }

    /// The parts of a text between its first and its last parenthesis, which commas separate.
    private static func parts(of text: String) -> [String] {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return [] }
        var parts = [""]
        var depth = 0
        for character in text[text.index(after: open)..<close] {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { part in String(part.drop { $0.isWhitespace }).trimmedAtEnd }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
