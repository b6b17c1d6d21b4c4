// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The records that a sync reads.
enum SyncPlan: Sendable, Equatable {
    /// All records.
    case base
    /// The records that have changed since the last sync.
    case delta(since: Int64)

    /// What is known of the last sync of a model.
    struct Former: Sendable, Equatable {
        /// The time at which the service started to read, in milliseconds since 1970; nil if it is not known.
        var lastSync: Int64?
        /// The sync expression, as JSON; nil for all records.
        var predicate: String?
        /// The view that was read; nil before the first sync.
        var origin: SyncOrigin?
    }

    /// Chooses the records before the mode of the sync is known.
    ///
    /// - Parameters:
    ///   - former: the last sync.
    ///   - predicate: the sync expression now.
    ///   - interval: the age at which a sync is too old to continue from it.
    ///   - now: the device's time. A last sync in the future says that the clock was changed.
    init(after former: Former, predicate: String?, interval: Duration, now: Date) {
        guard let lastSync = former.lastSync, former.origin != nil, former.predicate == predicate else {
            self = .base
            return
        }
        let age = now.timeIntervalSince1970 * 1_000 - Double(lastSync)
        self = age >= 0 && age < interval.milliseconds ? .delta(since: lastSync) : .base
    }

    /// The time for the query; nil for all records.
    var lastSync: Int64? {
        if case .delta(let time) = self { time } else { nil }
    }

    /// Whether the plan still fits once the first page has shown the mode.
    ///
    /// Another user or another mode may read records that did not change since the last sync.
    func fits(_ origin: SyncOrigin, after former: Former) -> Bool {
        self == .base || former.origin == origin
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
