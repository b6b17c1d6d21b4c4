// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Synchronization

/// The store of a domain in tables of a database.
package struct SQLStore<Reading, Writing>: TransactionalStore {
    private let database: any SQLDatabase
    private let reader: @Sendable (any SQLReader) -> Reading
    private let writer: @Sendable (any SQLConnection) -> Writing

    /// Creates the store of a domain in a database whose migrations have run.
    init(
        _ database: any SQLDatabase, reader: @escaping @Sendable (any SQLReader) -> Reading,
        writer: @escaping @Sendable (any SQLConnection) -> Writing
    ) {
        self.database = database
        self.reader = reader
        self.writer = writer
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Reading) throws -> Value
    ) async throws -> Value {
        try await database.read { [reader] connection in try body(reader(connection)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value {
        try await database.write { [writer] connection in try body(writer(connection)) }
    }
}

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

/// The numbers of rows for an operator, and the counters that differ from their rows.
package struct StoreCounts: Sendable, Equatable {
    /// The number of user pools.
    package let userPools: Int
    /// The number of users in all pools.
    package let users: Int
    /// The number of messages that wait to be sent.
    package let queuedMessages: Int
    /// The number of data APIs.
    package let dataAPIs: Int
    /// The number of records of all data APIs, tombstones included.
    package let records: Int
    /// The number of places in indexes and of owners and groups that have no record.
    package let placesWithoutRecord: Int
    /// The number of removals of dropped records and values that are not complete.
    package let listedCleanups: Int
    /// The number of projects of the amplify tool.
    package let projects: Int
    /// The number of files of pushed states whose content is missing.
    package let filesWithoutContent: Int
    /// The ids of pools whose counter of users is wrong.
    package let poolsWithWrongCounter: [String]

    /// Counts the rows of a database that has this program's schema; it reads all rows of users, of places of
    /// records and of pushed files.
    ///
    /// - Throws: ``StorageError``.
    package init(_ database: any SQLDatabase) async throws {
        self = try await database.read { reader in try StoreCounts(reader) }
    }

    private init(_ reader: any SQLReader) throws {
        func counts(_ statement: SQL) throws -> [String: Int] {
            let pairs = try reader.query(statement).map { row in (try row[0] as String, try row[1] as Int) }
            return Dictionary(pairs, uniquingKeysWith: +)
        }
        func number(_ statement: SQL) throws -> Int { try reader.queryOne(statement).map { row in try row[0] } ?? 0 }
        let rows = try counts("SELECT pool_id, count(*) FROM users GROUP BY pool_id")
        let counters = try counts(
            "SELECT pool_id, CAST(sum(users) AS BIGINT) FROM user_counts GROUP BY pool_id")
        userPools = try number("SELECT count(*) FROM user_pools")
        users = rows.values.reduce(0, +)
        queuedMessages = try number("SELECT count(*) FROM queued_messages")
        dataAPIs = try number("SELECT count(*) FROM data_apis")
        records = try number("SELECT count(*) FROM data_records")
        let places = try number(
            """
            SELECT count(*) FROM data_index_rows p WHERE NOT EXISTS (SELECT 1 FROM data_records r
                WHERE r.api_id = p.api_id AND r.model = p.model AND r.record_key = p.record_key)
            """)
        let members = try number(
            """
            SELECT count(*) FROM data_member_rows p WHERE NOT EXISTS (SELECT 1 FROM data_records r
                WHERE r.api_id = p.api_id AND r.model = p.model AND r.record_key = p.record_key)
            """)
        let changes = try number(
            """
            SELECT count(*) FROM data_member_changes p WHERE NOT EXISTS (SELECT 1 FROM data_records r
                WHERE r.api_id = p.api_id AND r.model = p.model AND r.record_key = p.record_key)
            """)
        placesWithoutRecord = places + members + changes
        listedCleanups = try number("SELECT count(*) FROM data_cleanups")
        projects = try number("SELECT count(*) FROM project_records")
        filesWithoutContent = try number(
            """
            SELECT count(*) FROM project_state_files f WHERE NOT EXISTS (SELECT 1 FROM project_contents c
                WHERE c.app_id = f.app_id AND c.sha256 = f.sha256)
            """)
        poolsWithWrongCounter = Set(rows.keys).union(counters.keys)
            .filter { pool in rows[pool] ?? 0 != counters[pool] ?? 0 }.sorted()
    }
}
