// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type that a member of a structure may have.
package protocol WireCodable: Sendable {
    /// The value that replaces a required value that is missing.
    static var absent: Self { get }

    /// Reads a value that is present.
    ///
    /// - Parameters:
    ///   - value: The value, never `null`.
    ///   - rule: The model's constraints on the value, if any.
    ///   - reader: Tracks the position of the value and collects its errors.
    /// - Returns: The value with its type, or the absent value if the type on the wire is another.
    static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Self

    /// The value as it travels.
    func wireValue(in form: WireForm) -> WireValue
}

/// The manner in which values travel.
package enum WireForm: Sendable, Hashable {
    /// AWS JSON 1.1: numbers and truth values are themselves, times are seconds since 1970.
    case json
    /// AWS query: everything is text, times are ISO 8601; answers are XML.
    case query
}
