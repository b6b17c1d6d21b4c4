// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A place in a document.
package struct SourceLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of the line, counted from 1.
    package var line: Int
    /// The number of the character in its line, counted from 1 in Unicode scalars.
    package var column: Int

    /// Makes a location from its two numbers.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The location of what does not come from a document.
    package static let none = SourceLocation(line: 0, column: 0)

    package static func < (one: SourceLocation, other: SourceLocation) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }

    package var description: String { "\(line):\(column)" }
}
