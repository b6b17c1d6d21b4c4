// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// Compares header names, which are case-insensitive (RFC 9110, section 5.1).
package enum HeaderName {
    /// Whether two names are equal.
    package static func areEqual(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && (a.hasBytes(of: b) || begins(a, with: b))
    }

    /// Whether a name begins with another one; also for schemes, which are case-insensitive as well.
    package static func begins(_ name: String, with start: String) -> Bool {
        guard name.utf8.count >= start.utf8.count else { return false }
        for (a, b) in zip(name.utf8, start.utf8) where lowerCase(a) != lowerCase(b) { return false }
        return true
    }

    private static func lowerCase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
