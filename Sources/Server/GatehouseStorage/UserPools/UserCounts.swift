// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func numberOfUsers(inPool poolID: String) throws -> Int {
        try sql.query("SELECT users FROM user_counts WHERE pool_id = \(poolID)").reduce(0) { sum, row in
            sum + (try row[0] as Int)
        }
    }
}

extension UserPoolWriter {
    /// The number of rows that share a pool's count.
    private static let parts = 16

    /// Adds to the row of the count that the user's `sub` selects.
    func count(_ difference: Int, _ user: UserRecord) throws {
        let part = user.sub.utf8.reduce(0) { hash, byte in (hash * 31 + Int(byte)) % Self.parts }
        try connection.execute(
            """
            INSERT INTO user_counts (pool_id, part, users) VALUES (\(user.poolID), \(part), \(difference))
            ON CONFLICT (pool_id, part) DO UPDATE SET users = user_counts.users + \(difference)
            """
        )
    }
}
