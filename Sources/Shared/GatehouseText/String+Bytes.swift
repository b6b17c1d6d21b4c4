// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension String {
    /// The text of bytes in UTF-8; `nil` for other bytes.
    ///
    /// It is for short texts on the way of a request, for which the library's validating initialiser takes five times as
    /// long.
    package init?(utf8 bytes: [UInt8]) {
        // This initialiser replaces bytes that are not UTF-8 by others.
        let text = String(decoding: bytes, as: UTF8.self)
        let isUnchanged = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in unsafe Self.areEqual(text, bytes) }
        }
        guard (isUnchanged ?? nil) ?? text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }

    /// Returns whether both texts have the same UTF-8 bytes, which never normalizes either of them.
    package func hasBytes(of other: String) -> Bool {
        let areEqual = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe Self.areEqual(left, right)
            } ?? nil
        }
        // Only a text that another language holds has no contiguous bytes.
        return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Adds the text's UTF-8 bytes to a hash, as ``hasBytes(of:)`` compares them.
    package func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { unsafe Array(utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        // A text that another one begins with has another hash.
        hasher.combine(0xFF as UInt8)
    }

    /// Adds the text's last UTF-8 bytes to a hash: enough for long texts that differ at their ends.
    package func hashBytes(into hasher: inout Hasher, last count: Int) {
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).suffix(count)))
        }
        if isHashed == nil { unsafe Array(utf8.suffix(count)).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }

    /// Returns whether the text is before another one in the order of UTF-8 bytes.
    package func precedesInBytes(_ other: String) -> Bool {
        let precedes = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                unsafe Self.precedes(left, right)
            } ?? nil
        }
        return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }

    private static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard let start = left.baseAddress, let other = right.baseAddress else { return left.count < right.count }
        let shorter = left.count < right.count ? left.count : right.count
        let order = unsafe memcmp(start, other, shorter)
        return order == 0 ? left.count < right.count : order < 0
    }

    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard left.count == right.count else { return false }
        guard let start = left.baseAddress, let other = right.baseAddress else { return left.isEmpty }
        return unsafe memcmp(start, other, left.count) == 0
    }
}
