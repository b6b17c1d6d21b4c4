// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// A sequence of values, each after its length: the plaintext of sealed state between two calls.
///
/// The length of the sequence depends only on the lengths of the values. The sealed data contains the number of the
/// layout, as ``Sealer`` describes: a release that changes the values seals them in the next form.
struct SealedFields {
    private(set) var bytes: [UInt8]
    private var position = 0

    /// Creates an empty sequence for writing.
    init() {
        bytes = []
    }

    /// Creates a sequence for reading, in the order of writing.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all values were read.
    var isAtEnd: Bool { position == bytes.count }

    mutating func append(_ value: [UInt8]) {
        append(count: value.count)
        bytes += value
    }

    mutating func append(_ text: String) {
        append(count: text.utf8.count)
        bytes += text.utf8
    }

    mutating func append(_ date: Date) {
        append(Self.bigEndian(date.timeIntervalSinceReferenceDate.bitPattern))
    }

    /// Appends a last value of zeros, so that the length becomes a multiple of `size` bytes.
    ///
    /// Session strings and secret blocks are padded, so that their length does not show data that only existing users
    /// have.
    mutating func pad(toMultipleOf size: Int) {
        let excess = (bytes.count + 4) % size
        append([UInt8](repeating: 0, count: excess == 0 ? 0 : size - excess))
    }

    /// The next value; `nil` if there is none.
    mutating func next() -> [UInt8]? {
        guard bytes.count - position >= 4 else { return nil }
        let count = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - position - 4 >= count else { return nil }
        defer { position += 4 + count }
        return Array(bytes[position + 4..<position + 4 + count])
    }

    mutating func nextText() -> String? {
        next().flatMap { String(validating: $0, as: UTF8.self) }
    }

    mutating func nextDate() -> Date? {
        guard let value = next(), value.count == 8 else { return nil }
        let bits = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }

    private mutating func append(count: Int) {
        bytes += Self.bigEndian(UInt64(count)).suffix(4)
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
}
