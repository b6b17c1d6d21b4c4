// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
