// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The settings of the exchange with the service.
struct SyncSettings: Sendable {
    /// The age at which a sync is too old to continue from it.
    var interval: Duration = .seconds(24 * 60 * 60)
    /// The greatest number of records of a model that a sync reads.
    var maximumRecords = 10_000
    /// The number of records of a page.
    var pageSize = 1_000
    /// The greatest number of models that are synced side by side.
    var modelsAtOnce = 4
    /// Whether records that have left the user's view stay.
    var keepsUnseenRecords = false
    /// Returns the condition on the records of a model; nil for all records.
    ///
    /// Called when a sync starts.
    var expression: @Sendable (ModelName) -> (any QueryPredicate)? = { _ in nil }
    /// Returns whether no subscriptions are opened.
    ///
    /// Called when the exchange starts.
    var disablesSubscriptions: @Sendable () -> Bool = { false }

    /// The greatest limit that the service accepts for a page.
    private static let largestPage = 1_000

    /// The limit of the next page.
    ///
    /// - Parameter received: the number of records of the pages before.
    /// - Returns: the limit.
    func limit(after received: Int) -> Int {
        max(1, min(pageSize, Self.largestPage, maximumRecords - received))
    }
}
