// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The decisions about records of the service that arrive.
enum Reconciliation {
    /// What a record of the service changes in the store.
    enum Disposition: Sendable, Hashable, CaseIterable {
        /// The record is new.
        case insert
        /// The record has new values.
        case update
        /// The record is removed, if the store has it, and the version is kept, so that an older version that arrives
        /// later does not bring the record back.
        case remove
        /// Only the version is kept: of a record that the store has with the same values.
        case note
        /// Nothing: the store has this version or a newer one, or a change of the record waits in the outbox.
        case drop
    }

    /// Decides about a record.
    ///
    /// - Parameters:
    ///   - remote: the version of the service.
    ///   - local: the version of the store; nil if it has none.
    ///   - hasEvents: whether a change of the record waits in the outbox.
    /// - Returns: the decision.
    static func disposition(
        of remote: MutationSyncMetadata, local: MutationSyncMetadata?, hasEvents: Bool
    ) -> Disposition {
        if hasEvents { return .drop }
        // The store can have a removed record without a version: another device has removed it after the service had
        // accepted this device's create, whose answer was lost.
        guard let local else { return remote.deleted ? .remove : .insert }
        if local.version >= remote.version { return .drop }
        return remote.deleted ? .remove : .update
    }

    /// The newest version of each record, in the order of the first arrivals.
    static func newest(_ records: [MutationSync<AnyModel>]) -> [MutationSync<AnyModel>] {
        var places: [String: Int] = [:]
        places.reserveCapacity(records.count)
        return records.reduce(into: []) { newest, record in
            guard let place = places[record.syncMetadata.id] else {
                places[record.syncMetadata.id] = newest.count
                newest.append(record)
                return
            }
            if newest[place].syncMetadata.version < record.syncMetadata.version { newest[place] = record }
        }
    }
}

/// The changes that records of the service have made in the store.
struct ReconcileCounts: Sendable {
    /// The number of records that are new in the store.
    var added = 0
    /// The number of records with new values.
    var updated = 0
    /// The number of records that were removed.
    var deleted = 0
    /// The changes, for the Hub.
    var received: [MutationEvent] = []
    /// The versions that the store did not take because a change of the record waits in the outbox.
    var skipped: [MutationSyncMetadata] = []

    /// The time of the first skipped change in the service, in milliseconds since 1970; nil if none was skipped.
    var firstSkipped: Int64? { skipped.map(\.lastChangedAt).min() }

    /// Adds the counts of another part, without its lists.
    ///
    /// - Parameter other: the other part.
    mutating func add(_ other: ReconcileCounts) {
        added += other.added
        updated += other.updated
        deleted += other.deleted
    }
}
