// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The forms of region names, such as `us-east-1`, and of user pool ids.
///
/// Each start checks a name, so the checks compile no regular expression.
enum RegionName {
    /// Whether a text has the form of a region name: two to five parts of lower-case letters and digits.
    static func isWellFormed(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return (2...5).contains(parts.count)
            && parts.allSatisfy { part in
                (1...16).contains(part.count) && part.allSatisfy { isDigit($0) || isLowerCase($0) }
            }
    }

    /// Whether a text has the form of a user pool's id: a region, `_`, and letters and digits.
    static func isUserPoolID(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isWellFormed(parts[0]) && (1...40).contains(parts[1].utf8.count)
            && parts[1].utf8.allSatisfy { isDigit($0) || isLowerCase($0) || isUpperCase($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLowerCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
