// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseIdentityPools

/// A row of `service_signing_keys` for identity tokens.
enum IdentityTokenKeyRow {
    private static let service = "cognito-identity"

    static func all(_ reader: some SQLReader) throws -> [IdentityTokenKeyRecord] {
        try reader.query(
            """
            SELECT id, sealed_private_key, modulus, exponent, created_at, retired_at FROM service_signing_keys
            WHERE service = \(service) ORDER BY created_at DESC, id
            """
        ).map { row in
            IdentityTokenKeyRecord(
                id: try row["id"], sealedPrivateKey: try row["sealed_private_key"], modulus: try row["modulus"],
                exponent: try row["exponent"], createdAt: try row["created_at"], retiredAt: try row["retired_at"]
            )
        }
    }

    static func insert(_ connection: some SQLConnection, _ key: IdentityTokenKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO service_signing_keys
                (service, id, sealed_private_key, modulus, exponent, created_at, retired_at)
            VALUES (\(service), \(key.id), \(key.sealedPrivateKey), \(key.modulus), \(key.exponent),
                \(key.createdAt), \(key.retiredAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    static func update(_ connection: some SQLConnection, _ key: IdentityTokenKeyRecord) throws {
        try connection.change(
            "service_signing_keys",
            """
            UPDATE service_signing_keys SET retired_at = \(key.retiredAt)
            WHERE service = \(service) AND id = \(key.id)
            """
        )
    }

    static func delete(_ connection: some SQLConnection, retiredBefore date: Date) throws {
        try connection.execute(
            "DELETE FROM service_signing_keys WHERE service = \(service) AND retired_at < \(date)"
        )
    }
}
