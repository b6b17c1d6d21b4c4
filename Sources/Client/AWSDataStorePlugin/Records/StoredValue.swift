// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of a column.
enum StoredValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
}

extension StoredValue: Equatable {
    /// Whether SQLite takes the values for the same: it compares the bytes of texts, not their characters.
    static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}

extension StoredValue {
    /// The order in which SQLite sorts values of one column: nothing first, numbers by value, texts by their bytes.
    static func precedes(_ left: StoredValue, _ right: StoredValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        }
    }

    /// The text of a key's field, as `identifier(schema:)` writes it.
    func keyText(_ kind: ModelColumn.Kind) -> String {
        switch self {
        case .null: ""
        case .integer(let value): kind == .bool ? String(value != 0) : String(value)
        case .real(let value): String(value)
        case .text(let value): value
        }
    }
}

/// A part of a statement with the values of its parameters, in their order.
struct SQLFragment: Sendable {
    var sql: String
    var values: [StoredValue] = []

    /// A condition that each row meets.
    static let always = SQLFragment(sql: "1")

    /// A condition that no row meets.
    static let never = SQLFragment(sql: "0")
}

extension SQLFragment {
    /// Combines conditions, of which there is at least one.
    ///
    /// They form a tree of pairs, because SQLite limits the depth of an expression to 1,000, and a chain of conditions is
    /// as deep as it is long.
    static func joined(_ fragments: ArraySlice<SQLFragment>, with word: String) -> SQLFragment {
        guard fragments.count > 1 else { return fragments.first ?? .always }
        let middle = fragments.startIndex + fragments.count / 2
        let left = joined(fragments[..<middle], with: word)
        let right = joined(fragments[middle...], with: word)
        return SQLFragment(sql: "(\(left.sql) \(word) \(right.sql))", values: left.values + right.values)
    }
}

extension String {
    /// The name of a table or a column in a statement.
    ///
    /// SQLite reads a statement up to its first null character, which a name must not bring in. It knows no characters of
    /// several scalars, so that a quote with an accent is a quote.
    var quotedForSQL: String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in unicodeScalars where scalar != "\0" {
            quoted.append(scalar)
            if scalar == "\"" { quoted.append(scalar) }
        }
        quoted.append("\"")
        return String(quoted)
    }
}
