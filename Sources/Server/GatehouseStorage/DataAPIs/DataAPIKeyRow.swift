// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseServerCrypto

/// A row of `data_api_keys`: a sealed key, found by a keyed hash.
enum DataAPIKeyRow {
    private static let columns: SQLFragment = "id, sealed, description, created_at, expires_at"

    static func find(
        _ reader: some SQLReader, _ secret: String, of apiID: String, _ sealer: Sealer
    ) throws -> StoredAPIKey? {
        let id = id(secret, of: apiID, sealer)
        return try reader.queryOne(
            "SELECT \(columns) FROM data_api_keys WHERE api_id = \(apiID) AND id = \(id)"
        ).map { row in try key(row, of: apiID, sealer) }
    }

    /// The keys of an API, the oldest first.
    static func list(_ reader: some SQLReader, of apiID: String, _ sealer: Sealer) throws -> [StoredAPIKey] {
        try reader.query(
            "SELECT \(columns) FROM data_api_keys WHERE api_id = \(apiID) ORDER BY created_at, id"
        ).map { row in try key(row, of: apiID, sealer) }
    }

    static func put(
        _ connection: some SQLConnection, _ key: StoredAPIKey, of apiID: String, _ sealer: Sealer
    ) throws {
        let id = id(key.key, of: apiID, sealer)
        let sealed = sealer.seal(Array(key.key.utf8), purpose: .dataAPIKey, context: context(id, apiID))
        try connection.execute(
            """
            INSERT INTO data_api_keys (api_id, id, sealed, description, created_at, expires_at)
            VALUES (\(apiID), \(id), \(sealed), \(key.description), \(key.createdAt), \(key.expiresAt))
            ON CONFLICT (api_id, id) DO UPDATE
            SET sealed = excluded.sealed, description = excluded.description, created_at = excluded.created_at,
                expires_at = excluded.expires_at
            """)
    }

    static func delete(_ connection: some SQLConnection, _ secret: String, of apiID: String, _ sealer: Sealer) throws {
        let id = id(secret, of: apiID, sealer)
        try connection.execute("DELETE FROM data_api_keys WHERE api_id = \(apiID) AND id = \(id)")
    }

    /// The keyed hash of a key; the same key has another one in another API.
    private static func id(_ secret: String, of apiID: String, _ sealer: Sealer) -> String {
        Base64URL.encode(sealer.mac(Array("\(apiID)\n\(secret)".utf8), purpose: .dataAPIKey))
    }

    /// What a sealed key is bound to, as ``SealedRow`` has it.
    private static func context(_ id: String, _ apiID: String) -> [UInt8] { Array("\(apiID)|\(id)".utf8) }

    private static func key(_ row: SQLRow, of apiID: String, _ sealer: Sealer) throws -> StoredAPIKey {
        let key = try sealer.open(row["sealed"], purpose: .dataAPIKey, context: context(row["id"], apiID))
        return StoredAPIKey(
            key: String(decoding: key, as: UTF8.self), description: try row["description"],
            createdAt: try row["created_at"], expiresAt: try row["expires_at"])
    }
}
