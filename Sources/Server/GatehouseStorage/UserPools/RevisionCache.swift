// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Records that were decoded before.
///
/// A read asks the row for its revision alone, and decodes again when that changed; so what another process wrote is
/// seen at once. Only committed state may go through it.
final class RevisionCache<Record: Sendable>: Sendable {
    /// When it is full, it starts over.
    private static var capacity: Int { 1_000 }

    private let records = Mutex<[String: (revision: Int64, record: Record)]>([:])

    /// The record of the row `id`; `revision` reads the row's revision, `record` the whole row, nil when there is none.
    func record(
        _ id: String, revision: () throws -> Int64?, record: () throws -> Record?
    ) throws -> Record? {
        guard let revision = try revision() else { return nil }
        if let known = records.withLock({ records in records[id] }), known.revision == revision { return known.record }
        guard let record = try record() else { return nil }
        records.withLock { records in
            if records.count >= Self.capacity { records.removeAll() }
            records[id] = (revision, record)
        }
        return record
    }
}
