// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The numbers of the part `datastore`.
///
/// `GATEHOUSEBUILD_BENCH_SIZES=tiny` makes them small, which shows only that the part runs.
enum DataStoreSizes {
    private static let isTiny = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_BENCH_SIZES"] == "tiny"

    /// Whether all rows are measured.
    ///
    /// A debug build has the rows that are compared with an optimized one, unless the numbers are small.
    static var measuresAll: Bool {
        #if DEBUG
        isTiny
        #else
        true
        #endif
    }

    /// The records that are saved.
    static let saves = isTiny ? 100 : 10_000
    /// The records among which the query finds its own.
    static let queried = isTiny ? 1_000 : 100_000
    /// The records that the query finds.
    static let found = isTiny ? 10 : 100
    /// The calls of a query.
    static let queries = isTiny ? 5 : 101
    /// The records of an observed query, each of which changes.
    static let observed = isTiny ? 50 : 1_000
    /// The measurements, of which the median counts.
    static let rounds = isTiny ? 1 : 5
    /// The records of a first sync.
    static let synced = isTiny ? 2_500 : 100_000
    /// The models of a sync without changes.
    static let models = 20
    /// The changes that wait in the outbox.
    static let changes = isTiny ? 50 : 10_000
    /// The records of a store that is opened.
    static let stored = isTiny ? 1_000 : 1_000_000
}
