// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func samlKey(_ use: SAMLKeyRecord.Use, ofPool poolID: String) throws -> SAMLKeyRecord? {
        try sql.queryOne(
            """
            SELECT id, sealed_private_key, certificate, created_at FROM saml_keys
            WHERE pool_id = \(poolID) AND purpose = \(use)
            """
        ).map { row in
            SAMLKeyRecord(
                id: try row["id"], poolID: poolID, use: use, sealedPrivateKey: try row["sealed_private_key"],
                certificate: try row["certificate"], createdAt: try row["created_at"])
        }
    }
}

extension UserPoolWriter {
    func insert(_ key: SAMLKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO saml_keys (pool_id, id, purpose, sealed_private_key, certificate, created_at)
            VALUES (\(key.poolID), \(key.id), \(key.use), \(key.sealedPrivateKey), \(key.certificate),
                \(key.createdAt))
            ON CONFLICT DO NOTHING
            """
        )
    }
}

extension SAMLKeyRecord.Use: SQLConvertible {}
