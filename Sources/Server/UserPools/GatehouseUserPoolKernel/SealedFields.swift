// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText
import GatehouseUserPoolModel

/// A sequence of values, each after its length: the plaintext of sealed state between two calls.
///
/// The length of the sequence depends only on the lengths of the values. The sealed data contains the number of the
/// layout, as ``Sealer`` describes: a release that changes the values seals them in the next form.
package struct SealedFields {
    /// The bytes of nearly all sequences, for which memory is allocated at once.
    private static let usualCount = 1_024

    /// The encoded sequence.
    package private(set) var bytes: [UInt8]
    private var position = 0

    /// Creates an empty sequence for writing.
    package init() {
        bytes = []
        bytes.reserveCapacity(Self.usualCount)
    }

    /// Creates a sequence for reading, in the order of writing.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all values were read.
    package var isAtEnd: Bool { position == bytes.count }

    /// Appends bytes.
    package mutating func append(_ value: [UInt8]) {
        append(count: value.count)
        bytes += value
    }

    /// Appends a text as UTF-8.
    package mutating func append(_ text: String) {
        append(count: text.utf8.count)
        bytes += text.utf8
    }

    /// Appends a date as a 64-bit number.
    package mutating func append(_ date: Date) {
        append(count: 8)
        unsafe withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern.bigEndian) { unsafe bytes += $0 }
    }

    /// Appends a last value of zeros, so that the length becomes a multiple of `size` bytes.
    ///
    /// Session strings and secret blocks are padded, so that their length does not show whether the user exists.
    package mutating func pad(toMultipleOf size: Int) {
        let excess = (bytes.count + 4) % size
        append([UInt8](repeating: 0, count: excess == 0 ? 0 : size - excess))
    }

    /// The next value; `nil` if there is none.
    package mutating func next() -> [UInt8]? {
        guard bytes.count - position >= 4 else { return nil }
        let count = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - position - 4 >= count else { return nil }
        defer { position += 4 + count }
        return Array(bytes[position + 4..<position + 4 + count])
    }

    /// The next value as a text; `nil` if there is none, or if it is not UTF-8.
    package mutating func nextText() -> String? {
        next().flatMap { String(utf8: $0) }
    }

    /// The next value as a date; `nil` if there is none, or if it does not have 8 bytes.
    package mutating func nextDate() -> Date? {
        guard let value = next(), value.count == 8 else { return nil }
        let bits = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }

    private mutating func append(count: Int) {
        unsafe withUnsafeBytes(of: UInt32(count).bigEndian) { unsafe bytes += $0 }
    }
}
