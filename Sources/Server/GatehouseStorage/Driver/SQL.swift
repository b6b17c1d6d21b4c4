// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A statement and the values bound to it.
///
/// Values are interpolated and bound, never spliced: `"SELECT name FROM users WHERE id = \(id)"` has the text
/// `SELECT name FROM users WHERE id = $1`. The text depends on nothing but the source line it stands on, so a driver may
/// use it as the key of its cache of prepared statements. `$1` is understood by PostgreSQL and by SQLite alike.
package struct SQL: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The statement, with `$1`, `$2`, … in place of the values.
    package let text: String
    /// The values, in the order of their placeholders.
    package let arguments: [SQLValue]

    package init(stringLiteral value: String) {
        text = value
        arguments = []
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        arguments = stringInterpolation.arguments
    }

    private init(text: String, arguments: [SQLValue]) {
        self.text = text
        self.arguments = arguments
    }

    /// The statement behind a constant, such as `EXPLAIN QUERY PLAN`.
    package func prefixed(by fragment: SQLFragment) -> SQL {
        SQL(text: fragment.text + text, arguments: arguments)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var arguments: [SQLValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            arguments.append(value.sqlValue)
            text += "$"
            text += String(arguments.count)
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            appendInterpolation(value.sqlValue)
        }

        /// Inserts a constant piece of SQL, such as a list of columns.
        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            text += fragment.text
        }
    }
}
