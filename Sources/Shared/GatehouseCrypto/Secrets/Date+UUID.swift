// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension Date {
    /// Reads the time with which a UUID of ``Entropy/uuid(at:)`` begins (RFC 9562, version 7), in milliseconds; `nil`
    /// for other texts.
    package init?(uuid text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], parts[2].utf8.first == UInt8(ascii: "7"),
            let bytes = Hex.decode(String(parts[0] + parts[1]))
        else { return nil }
        let milliseconds = bytes.reduce(0) { number, byte in number << 8 | Int64(byte) }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
