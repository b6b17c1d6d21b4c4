// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseAccess
import GatehouseWire
import Synchronization

/// The store of roles, users, policies and identity providers in the tables of ``AccessSchema``.
package struct SQLAccessStore: AccessStore {
    private let database: any SQLDatabase
    private let cache = AccessCache()

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [cache] sql in try body(AccessReader(sql: sql, cache: cache)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(AccessWriter(connection: connection)) }
    }
}

/// Reads rows by key.
protocol SQLAccessReading: AccessReading {
    var sql: any SQLReader { get }
}

extension SQLAccessReading {
    func entry<Entry: AccessEntry>(_ type: Entry.Type, named name: String) throws -> Entry? {
        try record(of: type, named: name)?.entry
    }

    func record<Entry: AccessEntry>(of type: Entry.Type, named name: String) throws -> AccessRecord<Entry>? {
        try AccessEntryRow.find(sql, of: type, named: name)
    }

    func records<Entry: AccessEntry>(
        of type: Entry.Type, after name: String?, limit: Int
    ) throws -> [AccessRecord<Entry>] {
        try AccessEntryRow.list(sql, of: type, after: name, limit: limit)
    }

    func names(of kind: AccessKind) throws -> [String] {
        try AccessEntryRow.names(sql, of: kind)
    }

    func count(of kind: AccessKind) throws -> Int {
        try AccessEntryRow.count(sql, of: kind)
    }

    func hasEntry(of kind: AccessKind) throws -> Bool {
        try AccessEntryRow.exists(sql, of: kind)
    }

    func userKey(_ id: String) throws -> UserKeyRecord? {
        try UserKeyRow.find(sql, id: id)
    }

    func userKeys(ofUser name: String) throws -> [UserKeyRecord] {
        try UserKeyRow.list(sql, ofUser: name)
    }
}

/// Reads committed state; entries come from the cache if the registry has not changed.
struct AccessReader: SQLAccessReading {
    let sql: any SQLReader
    let cache: AccessCache

    func entry<Entry: AccessEntry>(_ type: Entry.Type, named name: String) throws -> Entry? {
        let row = try sql.queryOne("SELECT revision FROM iam_revision WHERE id = 1")
        guard let revision: Int64 = try row.map({ row in try row["revision"] }) else {
            throw StorageError.missingRow(AccessSchema.revisionTable)
        }
        return try cache.entry(named: name, at: revision) { try record(of: type, named: name)?.entry }
    }
}

/// Reads and writes inside a transaction.
///
/// Nothing is cached, because the changes may be rolled back.
struct AccessWriter: SQLAccessReading, AccessWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }

    func insert<Entry: AccessEntry>(_ record: AccessRecord<Entry>) throws {
        try AccessEntryRow.insert(connection, record)
        try connection.reviseAccess()
    }

    func update<Entry: AccessEntry>(_ record: AccessRecord<Entry>) throws {
        try AccessEntryRow.update(connection, record)
        try connection.reviseAccess()
    }

    func delete(_ kind: AccessKind, named name: String) throws {
        try AccessEntryRow.delete(connection, kind, named: name)
        if kind == .user { try connection.execute("DELETE FROM iam_user_keys WHERE user_name = \(name)") }
        try connection.reviseAccess()
    }

    func insert(_ key: UserKeyRecord) throws {
        try UserKeyRow.insert(connection, key)
    }

    func deleteUserKey(_ id: String) throws {
        try connection.execute("DELETE FROM iam_user_keys WHERE id = \(id)")
    }
}

extension SQLConnection {
    /// Makes every cache of the registry read its entries again.
    func reviseAccess() throws {
        try change(AccessSchema.revisionTable, "UPDATE iam_revision SET revision = revision + 1 WHERE id = 1")
    }
}

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
