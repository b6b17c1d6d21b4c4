// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Synchronization

/// What all fields of one request have in common.
struct RequestContext: Sendable {
    /// The API.
    let prepared: PreparedAPI
    /// The sender.
    let caller: Caller
    /// The bounds.
    let limits: DataLimits
    /// What the request may still read.
    let budget: RequestBudget
    /// The tokens of pages.
    let tokens: PageTokens
    /// The present time.
    let clock: WallClock
    /// The source of ids.
    let entropy: Entropy

    /// Whether the mode of the caller is admitted to a field.
    func admits(_ field: PlannedField) -> Bool { prepared.modes.admit(field, caller) }
}

/// The records that one request may read, their bytes, and the time that it may take.
///
/// All transactions of the request share it.
final class RequestBudget: Sendable {
    private let clock: WallClock
    private let end: Date
    private let records: Int
    private let bytes: Int
    private let used = Mutex(0)
    private let loaded = Mutex(0)

    init(_ limits: DataLimits, _ clock: WallClock) {
        self.clock = clock
        end = clock.now.addingTimeInterval(limits.seconds)
        records = limits.records
        bytes = limits.loadedBytes
    }

    /// The records that may still be read.
    var remaining: Int { used.withLock { max(0, records - $0) } }

    /// Takes records before they are read.
    ///
    /// - Throws: `GraphQLError` if there are not so many left, or if the request has taken too long.
    func take(_ count: Int) throws(GraphQLError) {
        let fits = used.withLock { used in
            guard count <= records - used else { return false }
            used += count
            return true
        }
        guard fits else { throw .tooExpensive("The request reads more than \(records) records.") }
        guard clock.now < end else { throw .timeout }
    }

    /// Notes the records that were read in place of those that were taken.
    ///
    /// - Throws: `GraphQLError` if all records of the request need too much memory.
    func settle(taken: Int, _ pages: [RecordPage]) throws(GraphQLError) {
        let read = pages.reduce(0) { $0 + $1.read }
        let size = pages.reduce(0) { $0 + $1.size }
        used.withLock { $0 = max(0, $0 - taken + read) }
        let total = loaded.withLock { loaded in
            loaded += size
            return loaded
        }
        guard total <= bytes else { throw .tooExpensive("The request reads more than \(bytes) bytes.") }
    }
}

extension RecordPage {
    /// About as many bytes as the records have in JSON.
    var size: Int { records.reduce(0) { $0 + GraphQLValue.object($1.fields).estimatedSize } }
}
