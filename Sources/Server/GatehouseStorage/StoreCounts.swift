// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The numbers of rows that an operator wants to see, and the counters that differ from the rows they count.
package struct StoreCounts: Sendable, Equatable {
    /// The number of user pools.
    package let userPools: Int
    /// The number of users in all pools.
    package let users: Int
    /// The number of messages that wait to be sent.
    package let queuedMessages: Int
    /// The ids of pools whose counter of users is wrong.
    package let poolsWithWrongCounter: [String]

    /// Counts the rows of a database that has this program's schema; it reads all rows of users.
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
        let counters = try counts("SELECT pool_id, users FROM user_counts")
        userPools = try number("SELECT count(*) FROM user_pools")
        users = rows.values.reduce(0, +)
        queuedMessages = try number("SELECT count(*) FROM queued_messages")
        poolsWithWrongCounter = Set(rows.keys).union(counters.keys)
            .filter { pool in rows[pool] ?? 0 != counters[pool] ?? 0 }.sorted()
    }
}
