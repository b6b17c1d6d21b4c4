// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire
import Synchronization

/// A cache of entries of the registry, which are read often and change seldom.
///
/// A read gets only the revision of the registry; a change by another process is visible at once. Only committed state
/// may be cached.
final class AccessCache: Sendable {
    private struct Key: Hashable {
        let kind: AccessKind
        let name: WireName
    }

    private struct Contents {
        var revision: Int64
        var entries: [Key: any AccessEntry]
    }

    /// The largest number of entries; when the cache is full, it is emptied.
    private static let capacity = 4_096

    private let contents = Mutex(Contents(revision: 0, entries: [:]))

    /// The entry with this name in a snapshot of the registry with this revision; `read` reads its row.
    func entry<Entry: AccessEntry>(
        named name: String, at revision: Int64, read: () throws -> Entry?
    ) throws -> Entry? {
        let key = Key(kind: Entry.kind, name: WireName(name))
        let known = contents.withLock { contents in contents.revision == revision ? contents.entries[key] : nil }
        if let known = known as? Entry { return known }
        guard let entry = try read() else { return nil }
        contents.withLock { contents in
            if contents.revision < revision || contents.entries.count >= Self.capacity {
                contents = Contents(revision: max(contents.revision, revision), entries: [:])
            }
            if contents.revision == revision { contents.entries[key] = entry }
        }
        return entry
    }
}
