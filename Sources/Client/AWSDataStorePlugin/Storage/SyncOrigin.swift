// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The view of a sync: records that two syncs of the same view do not both find have left it.
struct SyncOrigin: Hashable, Sendable {
    /// The key of the user; nil for signed-out use.
    var user: String?

    /// The mode of authorization, by its name; nil if it is not known.
    var mode: String?

    /// The condition of the sync, as JSON; nil for all records.
    var predicate: String?
}
