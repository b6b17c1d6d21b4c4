// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func formerPasswords(
        ofUser sub: String, inPool poolID: String, limit: Int
    ) throws -> [UserRecord.SealedPassword] {
        try sql.query(
            """
            SELECT password, password_set_at FROM former_passwords
            WHERE pool_id = \(poolID) AND sub = \(sub) ORDER BY position DESC LIMIT \(limit)
            """
        ).map { row in
            UserRecord.SealedPassword(sealed: try row["password"], setAt: try row["password_set_at"])
        }
    }
}

extension UserPoolWriter {
    func keep(
        _ password: UserRecord.SealedPassword, ofUser sub: String, inPool poolID: String, atMost limit: Int
    ) throws {
        let newest = try connection.queryOne(
            """
            SELECT position FROM former_passwords WHERE pool_id = \(poolID) AND sub = \(sub)
            ORDER BY position DESC LIMIT 1
            """
        )
        let position = try newest.map { row in try row[0] as Int } ?? 0
        try connection.execute(
            """
            INSERT INTO former_passwords (pool_id, sub, position, password, password_set_at)
            VALUES (\(poolID), \(sub), \(position + 1), \(password.sealed), \(password.setAt))
            """
        )
        try connection.execute(
            """
            DELETE FROM former_passwords
            WHERE pool_id = \(poolID) AND sub = \(sub) AND position <= \(position + 1 - limit)
            """
        )
    }
}
