// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The forms of region names, such as `us-east-1`, and of user pool ids.
enum RegionName {
    /// Whether a text has the form of a region name.
    static func isWellFormed(_ text: String) -> Bool {
        (try? /[a-z0-9]{1,16}(-[a-z0-9]{1,16}){1,4}/.wholeMatch(in: text)) != nil
    }

    /// Whether a text has the form of a user pool's id: a region, `_`, and letters and digits.
    static func isUserPoolID(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isWellFormed(parts[0])
            && (try? /[0-9A-Za-z]{1,40}/.wholeMatch(in: parts[1])) != nil
    }
}
