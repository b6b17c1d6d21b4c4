// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore

/// How long a store keeps what clients need to synchronize, in seconds; the values are those of AppSync's data sources.
package enum RecordRetention {
    /// The time for which a deleted record stays as a tombstone, 30 days: `BaseTableTTL`.
    package static let tombstones: TimeInterval = 43_200 * 60
    /// The time for which a sync can ask for changes only, 30 minutes: `DeltaSyncTableTTL`.
    package static let changes: TimeInterval = 30 * 60
    /// The time for which the change log keeps a change for the other nodes, 10 minutes.
    package static let loggedChanges: TimeInterval = 10 * 60
    /// The time for which the mark of a process that makes no changes is kept, an hour: it outlives all changes before it.
    package static let changeMarks: TimeInterval = 60 * 60
}

extension Date {
    /// The time in milliseconds since 1970, as records have it.
    package var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }
}

extension RecordStore {
    /// Removes what has expired at a time from all APIs, in short transactions: tombstones, former versions of records,
    /// which are kept as long as changes, and what the change log tells other nodes.
    ///
    /// - Returns: the number of removed tombstones, versions and logged changes.
    /// - Throws: the error of the store; the steps before stay done.
    @discardableResult
    package func removeExpired(at time: Date, step: Int = 500) async throws -> Int {
        let tombstones = Self.milliseconds(time, before: RecordRetention.tombstones)
        let versions = Self.milliseconds(time, before: RecordRetention.changes)
        let logged = Self.milliseconds(time, before: RecordRetention.loggedChanges)
        let marks = Self.milliseconds(time, before: RecordRetention.changeMarks)
        try await write { try $0.removeChangeMarks(before: marks) }
        return try await remove(step) { try $0.removeTombstones(changedBefore: tombstones, limit: step) }
            + remove(step) { try $0.removeVersions(replacedBefore: versions, limit: step) }
            + remove(step) { try $0.removeLoggedChanges(before: logged, limit: step) }
    }

    private static func milliseconds(_ time: Date, before interval: TimeInterval) -> Int {
        time.milliseconds - Int(interval) * 1_000
    }

    private func remove(_ step: Int, _ body: @escaping @Sendable (Writing) throws -> Int) async throws -> Int {
        var count = 0
        var removed: Int
        repeat {
            removed = try await write(body)
            count += removed
        } while removed == step && !Task.isCancelled
        return count
    }
}
