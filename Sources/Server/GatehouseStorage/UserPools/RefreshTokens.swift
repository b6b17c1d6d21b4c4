// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func refreshToken(_ hash: [UInt8]) throws -> RefreshTokenRecord? {
        try sql.queryOne(
            "SELECT pool_id, family_id, expires_at, rotated_at FROM refresh_tokens WHERE hash = \(hash)"
        ).map { row in
            RefreshTokenRecord(
                hash: hash, poolID: try row["pool_id"], familyID: try row["family_id"],
                expiresAt: try row["expires_at"], rotatedAt: try row["rotated_at"])
        }
    }
}

extension UserPoolWriter {
    func insert(_ token: RefreshTokenRecord) throws {
        try connection.add(
            "refresh token",
            """
            INSERT INTO refresh_tokens (hash, pool_id, family_id, expires_at, rotated_at)
            VALUES (\(token.hash), \(token.poolID), \(token.familyID), \(token.expiresAt), \(token.rotatedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ token: RefreshTokenRecord) throws {
        try connection.change(
            "refresh_tokens", "UPDATE refresh_tokens SET rotated_at = \(token.rotatedAt) WHERE hash = \(token.hash)")
    }
}
