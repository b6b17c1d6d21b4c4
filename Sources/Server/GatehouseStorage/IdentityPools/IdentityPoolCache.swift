// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools
import Synchronization

/// Pools that were decoded before. A read asks the row for its revision alone, and decodes again when that changed.
final class IdentityPoolCache: Sendable {
    /// When it is full, it starts over.
    private static let capacity = 1_000

    private let rows = Mutex<[String: IdentityPoolRow]>([:])

    func pool(_ id: String, from reader: some SQLReader) throws -> IdentityPoolRecord? {
        guard let revision = try IdentityPoolRow.revision(reader, id: id) else { return nil }
        if let row = rows.withLock({ $0[id] }), row.revision == revision { return row.record }
        guard let row = try IdentityPoolRow.find(reader, id: id) else { return nil }
        rows.withLock { rows in
            if rows.count >= Self.capacity { rows.removeAll() }
            rows[id] = row
        }
        return row.record
    }
}
