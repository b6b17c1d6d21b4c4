// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

enum SigningKeyRow {
    static func all(_ sql: any SQLReader, ofPool poolID: String) throws -> [SigningKeyRecord] {
        try sql.query(
            """
            SELECT id, purpose, sealed_private_key, modulus, exponent, created_at, retired_at
            FROM signing_keys WHERE pool_id = \(poolID) ORDER BY created_at DESC, id
            """
        ).map { row in
            SigningKeyRecord(
                id: try row["id"], poolID: poolID, use: try row["purpose"],
                sealedPrivateKey: try row["sealed_private_key"], modulus: try row["modulus"],
                exponent: try row["exponent"], createdAt: try row["created_at"], retiredAt: try row["retired_at"])
        }
    }
}

extension SQLUserPoolReading {
    func signingKeys(ofPool poolID: String) throws -> [SigningKeyRecord] {
        try SigningKeyRow.all(sql, ofPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ key: SigningKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO signing_keys
                (pool_id, id, purpose, sealed_private_key, modulus, exponent, created_at, retired_at)
            VALUES (\(key.poolID), \(key.id), \(key.use), \(key.sealedPrivateKey), \(key.modulus), \(key.exponent),
                \(key.createdAt), \(key.retiredAt))
            ON CONFLICT DO NOTHING
            """
        )
        try outdateCaches(ofPool: key.poolID)
    }

    func update(_ key: SigningKeyRecord) throws {
        try connection.change(
            "signing_keys",
            """
            UPDATE signing_keys SET sealed_private_key = \(key.sealedPrivateKey), retired_at = \(key.retiredAt)
            WHERE pool_id = \(key.poolID) AND id = \(key.id)
            """
        )
        try outdateCaches(ofPool: key.poolID)
    }

    func deleteSigningKeys(ofPool poolID: String, retiredBefore date: Date) throws {
        try connection.execute("DELETE FROM signing_keys WHERE pool_id = \(poolID) AND retired_at < \(date)")
        try outdateCaches(ofPool: poolID)
    }

    /// Changes the pool's revision, so that caches of the pool and its keys become outdated.
    private func outdateCaches(ofPool poolID: String) throws {
        try connection.execute("UPDATE user_pools SET revision = revision + 1 WHERE id = \(poolID)")
    }
}

extension SigningKeyRecord.Use: SQLConvertible {}
