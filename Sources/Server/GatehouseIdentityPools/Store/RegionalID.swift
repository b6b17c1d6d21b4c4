// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Ids of the form `<region>:<uuid>`, which pools and identities have.
enum RegionalID {
    /// The part before the first colon.
    static func region(of id: String) -> String {
        id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
