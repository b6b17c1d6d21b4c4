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
}

extension RecordStore {
    /// Removes the tombstones of all APIs that have expired at a time, in short transactions.
    ///
    /// - Returns: the number of removed tombstones.
    /// - Throws: the error of the store; the steps before stay done.
    @discardableResult
    package func removeExpiredTombstones(at time: Date, step: Int = 500) async throws -> Int {
        let end = Int((time.timeIntervalSince1970 * 1_000).rounded()) - Int(RecordRetention.tombstones) * 1_000
        var count = 0
        var removed: Int
        repeat {
            removed = try await write { try $0.removeTombstones(changedBefore: end, limit: step) }
            count += removed
        } while removed == step && !Task.isCancelled
        return count
    }
}
