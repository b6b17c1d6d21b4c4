// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

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
