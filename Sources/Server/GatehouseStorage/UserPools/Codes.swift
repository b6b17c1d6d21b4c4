// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func code(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws -> CodeRecord? {
        try sql.queryOne(
            """
            SELECT hash, attribute, destination, created_at, expires_at, attempts FROM codes
            WHERE pool_id = \(poolID) AND sub = \(sub) AND purpose = \(purpose.key)
            """
        ).map { row in
            CodeRecord(
                poolID: poolID, sub: sub, purpose: purpose, hash: try row["hash"], attribute: try row["attribute"],
                destination: try row["destination"], createdAt: try row["created_at"],
                expiresAt: try row["expires_at"], attempts: try row["attempts"])
        }
    }
}

extension UserPoolWriter {
    func put(_ code: CodeRecord) throws {
        try connection.post(
            """
            INSERT INTO codes
                (pool_id, sub, purpose, hash, attribute, destination, created_at, expires_at, attempts)
            VALUES (\(code.poolID), \(code.sub), \(code.purpose.key), \(code.hash), \(code.attribute),
                \(code.destination), \(code.createdAt), \(code.expiresAt), \(code.attempts))
            ON CONFLICT (pool_id, sub, purpose) DO UPDATE SET hash = excluded.hash, attribute = excluded.attribute,
                destination = excluded.destination, created_at = excluded.created_at,
                expires_at = excluded.expires_at, attempts = excluded.attempts
            """
        )
    }

    func deleteCode(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) throws {
        try connection.execute(
            "DELETE FROM codes WHERE pool_id = \(poolID) AND sub = \(sub) AND purpose = \(purpose.key)"
        )
    }
}
