// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An SQL statement with its bound values.
///
/// Interpolated values are bound, not inserted into the text: `"SELECT name FROM users WHERE id = \(id)"` has the text
/// `SELECT name FROM users WHERE id = $1`. The text depends only on the source line, so a driver uses ``SQLText`` as a key
/// for prepared statements. PostgreSQL and SQLite both accept `$1`.
package struct SQL: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// A literal is a constant of the program, so it contains no input.
    package typealias StringLiteralType = StaticString

    /// The text, as the key for prepared statements.
    package let key: SQLText
    /// The values, in the order of their placeholders.
    package let arguments: [SQLValue]

    /// The text of the statement, with `$1`, `$2`, … for the values; it is put together by each call.
    package var text: String { key.text }

    package init(stringLiteral value: StaticString) {
        var key = SQLText(capacity: 1)
        key.append(value)
        self.init(key: key, arguments: [])
    }

    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }

    private init(key: SQLText, arguments: [SQLValue]) {
        self.key = key
        self.arguments = arguments
    }

    /// Creates a statement whose text is made of names of the schema, and of placeholders for the values.
    init(_ text: String, _ arguments: [SQLValue]) {
        self.init(key: SQLText(made: text), arguments: arguments)
    }

    /// Creates a statement without values whose text is made of names of the schema.
    package init(stringLiteral text: String) {
        self.init(text, [])
    }

    package static func == (left: SQL, right: SQL) -> Bool {
        // Two source lines may have the same text.
        left.arguments == right.arguments && (left.key == right.key || left.text == right.text)
    }

    /// The statement that stores values in columns of a table; the names are names of the schema.
    package static func insertion(into table: String, columns: [String], values: [SQLValue]) -> SQL {
        let names = columns.joined(separator: ", ")
        return SQL("INSERT INTO \(table) (\(names)) VALUES (\(places(values.count)))", values)
    }

    /// The witness of a transaction that may be run twice, such as one that only notes the present time: it is never there.
    ///
    /// See ``SQLConnection/execute(_:witness:)``.
    package static let noWitness: SQL = "SELECT 1 AS found WHERE 1 = 0"

    /// Placeholders for values, counted from the number `first`.
    static func places(_ count: Int, from first: Int = 1) -> String {
        (first..<(first + count)).map { "$\($0)" }.joined(separator: ", ")
    }

    /// An INSERT that changes nothing if a row with the same key exists.
    package var ignoringConflicts: SQL { SQL(key: key.appending(" ON CONFLICT DO NOTHING"), arguments: arguments) }

    /// The statement with a constant prefix, such as `EXPLAIN QUERY PLAN`.
    package func prefixed(by fragment: SQLFragment) -> SQL {
        SQL(fragment.text + text, arguments)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key: SQLText
        fileprivate var arguments: [SQLValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            key = SQLText(capacity: 2 * interpolationCount + 1)
            arguments.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            key.append(literal)
        }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            arguments.append(value.sqlValue)
            key.appendValue()
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            appendInterpolation(value.sqlValue)
        }

        /// Inserts a constant piece of SQL, such as a list of columns.
        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            key.append(fragment.piece)
        }
    }
}

/// A part of SQL text that several statements share.
///
/// It can be created from a literal only, so it contains no input.
package struct SQLFragment: Sendable, ExpressibleByStringLiteral {
    fileprivate let piece: StaticString

    /// The SQL text.
    package var text: String { piece.description }

    package init(stringLiteral value: StaticString) {
        piece = value
    }
}
