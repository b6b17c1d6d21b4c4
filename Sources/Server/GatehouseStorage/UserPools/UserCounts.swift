// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// The number of a pool's users: the sum of the pool's rows of `user_counts`.
///
/// The row with part 0 has the sum. Every other row is the change by one user, whose part is a hash of the user's `sub`:
/// so concurrent sign-ups change no common row. A periodic step adds the changes to the sum. Earlier releases have 16
/// parts, which count as changes.
extension SQLUserPoolReading {
    func numberOfUsers(inPool poolID: String) throws -> Int {
        try sql.queryOne(
            "SELECT CAST(coalesce(sum(users), 0) AS BIGINT) FROM user_counts WHERE pool_id = \(poolID)"
        ).map { row in try row[0] } ?? 0
    }

    func poolsWithChangedUserCounts(after poolID: String?, limit: Int) throws -> [String] {
        try sql.query(
            """
            SELECT pool_id FROM user_counts WHERE pool_id > \(poolID ?? "") AND part > 0
            GROUP BY pool_id ORDER BY pool_id LIMIT \(limit)
            """
        ).map { row in try row[0] }
    }
}

extension UserPoolWriter {
    /// Adds to the row of the count that is the user's own.
    func count(_ difference: Int, _ user: UserRecord) throws {
        // The part is positive. The parts of earlier releases and that of the sum are below 16.
        let part = Int64(StableHash.of(user.sub.utf8) >> 1 | 16)
        try connection.post(
            """
            INSERT INTO user_counts (pool_id, part, users) VALUES (\(user.poolID), \(part), \(difference))
            ON CONFLICT (pool_id, part) DO UPDATE SET users = user_counts.users + \(difference)
            """
        )
    }

    func sumUserCounts(ofPool poolID: String, limit: Int) throws -> Int {
        let rows = try connection.query(
            """
            SELECT part, users FROM user_counts WHERE pool_id = \(poolID) AND part > 0 ORDER BY part LIMIT \(limit)
            """
        )
        guard let end = rows.last else { return 0 }
        let last: Int64 = try end["part"]
        let sum = try rows.reduce(0) { sum, row in sum + (try row["users"] as Int) }
        try connection.execute(
            "DELETE FROM user_counts WHERE pool_id = \(poolID) AND part > 0 AND part <= \(last)"
        )
        try connection.execute(
            """
            INSERT INTO user_counts (pool_id, part, users) VALUES (\(poolID), 0, \(sum))
            ON CONFLICT (pool_id, part) DO UPDATE SET users = user_counts.users + \(sum)
            """
        )
        return rows.count
    }
}
