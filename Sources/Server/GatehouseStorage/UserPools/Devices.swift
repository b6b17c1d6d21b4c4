// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// A row of `devices`.
enum DeviceRow: SQLRecordRow {
    static let columns: SQLFragment = """
        pool_id, sub, device_key, name, remembered, verifier, address, created_at, modified_at, authenticated_at, \
        waiting_key, waiting_session
        """

    static func query(_ key: String, ofUser sub: String, inPool poolID: String) -> SQL {
        """
        SELECT \(columns) FROM devices
        WHERE pool_id = \(poolID) AND sub = \(sub) AND device_key = \(key)
        """
    }

    static func record(_ row: SQLCursor) throws -> DeviceRecord {
        DeviceRecord(
            poolID: try row["pool_id"], sub: try row["sub"], key: try row["device_key"], name: try row["name"],
            isRemembered: try row["remembered"], sealedVerifier: try row["verifier"], address: try row["address"],
            createdAt: try row["created_at"], modifiedAt: try row["modified_at"],
            authenticatedAt: try row["authenticated_at"], waiting: try waiting(row))
    }

    private static func waiting(_ row: SQLCursor) throws -> DeviceRecord.WaitingSignIn? {
        guard let hash: [UInt8] = try row["waiting_key"] else { return nil }
        return DeviceRecord.WaitingSignIn(publicKeyHash: hash, session: try row["waiting_session"])
    }
}

extension SQLUserPoolReading {
    func device(_ key: String, ofUser sub: String, inPool poolID: String) throws -> DeviceRecord? {
        guard key.sqlValue.isStorable else { return nil }
        return try DeviceRow.first(DeviceRow.query(key, ofUser: sub, inPool: poolID), in: sql)
    }

    func devices(
        ofUser sub: String, inPool poolID: String, after key: String?, limit: Int
    ) throws -> [DeviceRecord] {
        try DeviceRow.all(
            """
            SELECT \(DeviceRow.columns) FROM devices
            WHERE pool_id = \(poolID) AND sub = \(sub) AND device_key > \(key ?? "")
            ORDER BY device_key LIMIT \(limit)
            """, in: sql)
    }
}

extension UserPoolWriter {
    func insert(_ device: DeviceRecord) throws {
        try connection.add(
            device.key,
            """
            INSERT INTO devices (\(DeviceRow.columns))
            VALUES (\(device.poolID), \(device.sub), \(device.key), \(device.name), \(device.isRemembered),
                \(device.sealedVerifier), \(device.address), \(device.createdAt), \(device.modifiedAt),
                \(device.authenticatedAt), \(device.waiting?.publicKeyHash), \(device.waiting?.session))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ device: DeviceRecord) throws {
        try connection.change(
            "devices",
            """
            UPDATE devices SET remembered = \(device.isRemembered), address = \(device.address),
                modified_at = \(device.modifiedAt), authenticated_at = \(device.authenticatedAt),
                waiting_key = \(device.waiting?.publicKeyHash), waiting_session = \(device.waiting?.session)
            WHERE pool_id = \(device.poolID) AND sub = \(device.sub) AND device_key = \(device.key)
            """
        )
    }

    func deleteDevice(_ key: String, ofUser sub: String, inPool poolID: String) throws {
        for table: SQLFragment in ["refresh_tokens", "user_sessions"] {
            try connection.execute(
                """
                DELETE FROM \(table) WHERE pool_id = \(poolID) AND family_id IN
                    (SELECT id FROM token_families
                    WHERE pool_id = \(poolID) AND sub = \(sub) AND device_key = \(key))
                """
            )
        }
        try connection.execute(
            """
            UPDATE token_families SET device_key = NULL
            WHERE pool_id = \(poolID) AND sub = \(sub) AND device_key = \(key)
            """
        )
        try connection.execute(
            "DELETE FROM devices WHERE pool_id = \(poolID) AND sub = \(sub) AND device_key = \(key)")
    }
}

/// The table of confirmed devices, and the column for a sign-in's device.
enum DevicesSchema {
    /// The statements of the migration that creates them.
    static let statements: [SQL] = [
        """
        CREATE TABLE devices (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            device_key TEXT NOT NULL,
            name TEXT,
            remembered BIGINT NOT NULL,
            verifier BLOB NOT NULL,
            address TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            authenticated_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, sub, device_key)
        )
        """,
        "ALTER TABLE token_families ADD COLUMN device_key TEXT",
    ]

    /// The statements of the migration that adds the columns for sign-ins that wait for their device.
    static let waitingSignIns: [SQL] = [
        "ALTER TABLE devices ADD COLUMN waiting_key BLOB",
        "ALTER TABLE devices ADD COLUMN waiting_session TEXT",
    ]
}
