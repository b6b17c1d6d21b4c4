// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The ids of pools and identities, in the form `<region>:<uuid>`.
enum RegionalID {
    /// The part before the first colon.
    static func region(of id: String) -> String {
        id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
