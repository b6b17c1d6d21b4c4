// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The value of a column, of a type that SQLite and PostgreSQL share.
///
/// Values are equal if the engines store the same bytes; two texts with the same characters may have different ones.
package enum SQLValue: Sendable, Hashable {
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A floating-point number of 64 bits.
    case real(Double)
    /// A text in UTF-8.
    case text(String)
    /// Bytes in the order in which they were written.
    case blob([UInt8])
}

extension SQLValue {
    package static func == (left: SQLValue, right: SQLValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.blob(let left), .blob(let right)): left == right
        case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: break
        case .integer(let integer): hasher.combine(integer)
        case .real(let real): hasher.combine(real.bitPattern)
        // Equal bytes have equal characters, which is what a text hashes.
        case .text(let text): hasher.combine(text)
        case .blob(let bytes): hasher.combine(bytes)
        }
    }

    /// Whether every engine returns the value unchanged.
    ///
    /// Drivers refuse all other values: text with U+0000, which SQLite truncates and PostgreSQL refuses; NaN and an
    /// empty blob, which SQLite stores as NULL.
    package var isStorable: Bool {
        switch self {
        case .null, .integer: true
        case .real(let real): !real.isNaN
        case .text(let text): !text.containsZero
        case .blob(let bytes): !bytes.isEmpty
        }
    }
}

extension String {
    /// Whether the text has the character U+0000.
    fileprivate var containsZero: Bool {
        var text = self
        return text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return false }
            return unsafe memchr(start, 0, utf8.count) != nil
        }
    }
}

extension SQLValue: CustomStringConvertible {
    /// The type of the value.
    ///
    /// The value itself must not appear in logs and errors.
    package var description: String {
        switch self {
        case .null: "null"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
    }
}

extension SQLValue: CustomDebugStringConvertible {
    package var debugDescription: String { description }
}

/// One row of a query's result.
///
/// Columns are read by name or position as the type the caller expects; a wrong name, position or type throws
/// ``StorageError/unreadableColumn(_:)``.
package struct SQLRow: Sendable, Equatable {
    /// The names of the columns, in their order.
    let names: [String]
    /// The values, in the order of the columns.
    let values: [SQLValue]

    /// Creates a row, for drivers.
    ///
    /// `names` and `values` have the same count.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// The column with this name.
    ///
    /// Names are compared exactly.
    package subscript<Value: SQLConvertible>(_ name: String) -> Value {
        get throws(StorageError) {
            // Most names differ in their lengths, which are compared faster than the texts.
            let length = name.utf8.count
            guard let index = names.firstIndex(where: { $0.utf8.count == length && $0 == name }) else {
                throw .unreadableColumn(name)
            }
            return try self[index]
        }
    }

    /// The column at this position, counted from 0.
    package subscript<Value: SQLConvertible>(_ index: Int) -> Value {
        get throws(StorageError) {
            guard values.indices.contains(index) else { throw .unreadableColumn("#\(index)") }
            guard let value = Value(sqlValue: values[index]) else { throw .unreadableColumn(names[index]) }
            return value
        }
    }
}
