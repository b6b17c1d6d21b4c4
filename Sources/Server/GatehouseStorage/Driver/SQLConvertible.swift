// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
        guard sqlValue != .null else {
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
