// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A value in a message, before it is converted to the types of an operation.
package enum WireValue: Sendable {
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
    case object([WireName: WireValue])
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
    package var objectValue: [WireName: WireValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether the value is `null`.
    package var isNull: Bool { if case .null = self { true } else { false } }

    /// A member of an object; nil if the value is not an object or has no such member.
    package subscript(key: String) -> WireValue? {
        objectValue?[WireName(key)]
    }

    /// An object whose members are texts.
    package static func object(ofTexts texts: [String: String]) -> WireValue {
        .object(Dictionary(texts.lazy.map { (WireName($0.key), .string($0.value)) }) { $1 })
    }
}

extension WireValue: Hashable {
    /// Compares texts by their UTF-8 bytes, never in normalized form.
    package static func == (left: WireValue, right: WireValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): value.hashBytes(into: &hasher)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension WireValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension WireValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
}

extension WireValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: WireValue...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (WireName, WireValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// The name of a member on the wire, compared and hashed by its UTF-8 bytes as JSON has it (RFC 8259, section 8.3).
///
/// A `String` as key would be normalized for each lookup, at a cost that the sender of the name decides.
package struct WireName: Sendable {
    /// The name.
    package let text: String

    /// Wraps a name.
    package init(_ text: String) {
        self.text = text
    }
}

extension WireName: Hashable {
    package static func == (left: WireName, right: WireName) -> Bool { left.text.hasBytes(of: right.text) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension WireName: Comparable {
    package static func < (left: WireName, right: WireName) -> Bool {
        left.text.precedesInBytes(right.text)
    }
}

extension WireName: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral value: String) { text = value }
    package var description: String { text }
}

extension Dictionary where Key == WireName {
    /// The value of a member by its name.
    package subscript(name: String) -> Value? {
        get { self[WireName(name)] }
        set { self[WireName(name)] = newValue }
    }
}

extension Dictionary where Key == WireName, Value == WireValue {
    /// The value of a member by its name.
    ///
    /// The generic subscript looks up the type of the values at run time, which takes longer than the search itself.
    package subscript(name: String) -> WireValue? {
        get { self[WireName(name)] }
        set { self[WireName(name)] = newValue }
    }
}
