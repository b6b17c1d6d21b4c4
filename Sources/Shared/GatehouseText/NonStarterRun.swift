// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Counts the non-starters in a row of a text, as if it were in NFKD.
struct NonStarterRun {
    /// The most non-starters that the decomposition of one starter ends with, U+1F82 for one.
    private static let mostTrailing = 3

    private var count = 0
    private var starter: Unicode.Scalar?

    /// Ends the run at text in ASCII, which decomposes into nothing else.
    mutating func end() {
        count = 0
        starter = nil
    }

    /// Takes the next scalar.
    /// - Returns: Whether the run is still short enough.
    mutating func append(_ scalar: Unicode.Scalar) -> Bool {
        let added = Self.nonStarters(of: scalar)
        guard added > 0 else {
            count = 0
            starter = scalar
            return true
        }
        let room = StreamSafeText.longestRun - Self.mostTrailing
        let before = count
        count += added
        // The starter's trailing non-starters matter only if the run is nearly too long.
        if before <= room, count > room, let starter { count += Self.trailingNonStarters(of: starter) }
        return count <= StreamSafeText.longestRun
    }

    /// The number of non-starters that a scalar consists of in NFKD; 0 for one that begins with a starter.
    private static func nonStarters(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300, 0x3100..<0xA66F, 0xAC00..<0xD800: 0
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        case 0xFF9E, 0xFF9F: 1
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
        }
    }

    private static func trailingNonStarters(of starter: Unicode.Scalar) -> Int {
        let decomposition = String(starter).decomposedStringWithCompatibilityMapping.unicodeScalars
        return decomposition.reversed().prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
    }
}
