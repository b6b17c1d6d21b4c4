// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The forms of region names, such as `us-east-1`, and of user pool ids.
///
/// Each start checks a name, so the checks compile no regular expression.
package enum RegionName {
    /// Whether a text has the form of a region name: two to five parts of lower-case letters and digits.
    package static func isWellFormed(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (2...5).contains(parts.count) && parts.allSatisfy { (1...16).contains($0.count) }
            && parts.joined().allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }

    /// Whether a text has the form of a user pool's id: a region, `_`, and letters and digits.
    package static func isUserPoolID(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isWellFormed(parts[0]) && (1...40).contains(parts[1].count)
            && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
