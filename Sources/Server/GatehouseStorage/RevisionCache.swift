// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A cache of decoded records.
///
/// A read gets only the row's revision, and decodes the row again if the revision has changed; so changes by another
/// process are visible at once. Only committed state may be cached.
final class RevisionCache<Record: Sendable>: Sendable {
    /// The largest number of records; when the cache is full, it is emptied.
    private static var capacity: Int { 1_000 }

    private let records = Mutex<[String: (revision: Int64, record: Record)]>([:])

    /// The record with this id; `revision` reads the row's revision, `record` reads the whole row, and both return
    /// `nil` if there is none.
    func record(
        _ id: String, revision: () throws -> Int64?, record: () throws -> Record?
    ) throws -> Record? {
        guard let revision = try revision() else { return nil }
        if let known = known(id, at: revision) { return known }
        guard let record = try record() else { return nil }
        records.withLock { records in
            if records.count >= Self.capacity { records.removeAll() }
            records[id] = (revision, record)
        }
        return record
    }

    /// The record with this id that was added last, which may have been changed since.
    func latest(_ id: String) -> Record? { records.withLock { records in records[id]?.record } }

    /// The record with this id and revision, if the cache has it; nothing is added, so that transactions may use it
    /// whose changes may be rolled back.
    func known(_ id: String, at revision: Int64) -> Record? {
        guard let known = records.withLock({ records in records[id] }), known.revision == revision else { return nil }
        return known.record
    }
}
