// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a column can hold, in the words that SQLite and PostgreSQL share.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    /// Whether every engine gives the value back as it was.
    ///
    /// Drivers refuse the others: text with U+0000, which SQLite cuts off and PostgreSQL refuses; a number that is none
    /// and an empty blob, which become NULL on their way to SQLite.
    package var isStorable: Bool {
        switch self {
        case .null, .integer: true
        case .real(let real): !real.isNaN
        case .text(let text): !text.utf8.contains(0)
        case .blob(let bytes): !bytes.isEmpty
        }
    }
}

extension SQLValue: CustomStringConvertible {
    /// The kind of value.
    ///
    /// The content stays out of logs and errors.
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
