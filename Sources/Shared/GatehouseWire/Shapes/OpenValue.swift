// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A word of an enumeration that the peer may extend: unknown words are kept in answers and refused in requests.
package protocol OpenValue: RawRepresentable, Hashable, WireCodable, CustomStringConvertible where RawValue == String {
    /// Wraps a word, known or not.
    init(rawValue: String)
    /// The words of the model, in its order.
    static var allValues: [Self] { get }
}

extension OpenValue {
    package var description: String { rawValue }

    /// Compares words by their UTF-8 bytes: an answer may hold any text.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }
    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }

    package static var absent: Self { Self(rawValue: "") }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Self {
        guard let word = value.stringValue else { return reader.mismatch() }
        reader.check(word, among: allValues, isSensitive: rule?.isSensitive ?? false)
        return Self(rawValue: word)
    }

    package func wireValue(in form: WireForm) -> WireValue { .string(rawValue) }
}
