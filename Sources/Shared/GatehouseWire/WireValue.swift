// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a message is made of, before it is given the types of an operation.
package enum WireValue: Sendable, Hashable {
    /// The absence of a value, spelled out.
    case null
    /// True or false.
    case bool(Bool)
    /// A number without a fraction that fits in 64 bits.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// Text.
    case string(String)
    /// A sequence of values.
    case array([WireValue])
    /// Values by name.
    case object([String: WireValue])
}

extension WireValue {
    /// The text, if the value is one.
    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The truth value, if the value is one.
    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if the value is one without a fraction that fits in 64 bits.
    package var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number, if the value is one.
    package var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The elements, if the value is an array.
    package var arrayValue: [WireValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if the value is an object.
    package var objectValue: [String: WireValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether the value is `null`.
    package var isNull: Bool { self == .null }

    /// A member of an object; nothing if the value is no object or lacks the member.
    package subscript(key: String) -> WireValue? {
        objectValue?[key]
    }
}
