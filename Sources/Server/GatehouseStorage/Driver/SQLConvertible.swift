// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A type that can be bound to a statement and read from a column.
package protocol SQLConvertible {
    /// The value for a column.
    var sqlValue: SQLValue { get }

    /// Reads a column's value; `nil` if it has another type.
    init?(sqlValue: SQLValue)
}

extension SQLValue: SQLConvertible {
    package var sqlValue: SQLValue { self }

    package init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self) }

    package init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Int: SQLConvertible {
    package var sqlValue: SQLValue { .integer(Int64(self)) }

    package init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    package init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension Double: SQLConvertible {
    package var sqlValue: SQLValue { .real(self) }

    package init?(sqlValue: SQLValue) {
        guard case .real(let value) = sqlValue else { return nil }
        self = value
    }
}

extension String: SQLConvertible {
    package var sqlValue: SQLValue { .text(self) }

    package init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
}

extension [UInt8]: SQLConvertible {
    package var sqlValue: SQLValue { .blob(self) }

    package init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }

    package init?(sqlValue: SQLValue) {
        if case .null = sqlValue {
            self = .none
            return
        }
        guard let wrapped = Wrapped(sqlValue: sqlValue) else { return nil }
        self = .some(wrapped)
    }
}

extension RawRepresentable where RawValue: SQLConvertible {
    package var sqlValue: SQLValue { rawValue.sqlValue }

    /// Creates the value whose raw value a column has; `nil` if there is none.
    package init?(sqlValue: SQLValue) {
        guard let rawValue = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Date {
    /// The date in milliseconds since 1970, the unit of time columns.
    ///
    /// A date outside the range of `Int64` becomes its smallest or greatest value.
    var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

extension Date: SQLConvertible {
    package var sqlValue: SQLValue { .integer(milliseconds) }

    package init?(sqlValue: SQLValue) {
        guard case .integer(let milliseconds) = sqlValue else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

/// A shape of the service as a JSON document in a TEXT column.
struct SQLDocument<Shape: WireStructure>: SQLConvertible {
    let shape: Shape

    init(_ shape: Shape) {
        self.shape = shape
    }

    var sqlValue: SQLValue { .text(String(decoding: shape.jsonBytes(), as: UTF8.self)) }

    /// Reads the document; `nil` if it cannot be read, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let document = try? WireDocument(json: Array(text.utf8)),
            let shape = try? Shape(answer: document)
        else { return nil }
        self.shape = shape
    }
}
