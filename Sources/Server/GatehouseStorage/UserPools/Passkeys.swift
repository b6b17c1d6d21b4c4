// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWebAuthn

/// A row of `passkeys`.
private enum PasskeyRow {
    static let columns: SQLFragment = """
        pool_id, credential_id, sub, public_key, sign_count, backup_eligible, backed_up, aaguid, relying_party_id, \
        attachment, transports, created_at, last_used_at
        """

    static func record(_ row: SQLRow) throws -> PasskeyRecord {
        let signCount: Int64 = try row["sign_count"]
        guard let signCount = UInt32(exactly: signCount) else { throw StorageError.unreadableColumn("sign_count") }
        return PasskeyRecord(
            poolID: try row["pool_id"], sub: try row["sub"], credentialID: try row["credential_id"],
            publicKey: try row["public_key"], signCount: signCount, isBackupEligible: try row["backup_eligible"],
            isBackedUp: try row["backed_up"], aaguid: try row["aaguid"],
            relyingPartyID: try row["relying_party_id"], attachment: try row["attachment"],
            transports: transports(try row["transports"]), createdAt: try row["created_at"],
            lastUsedAt: try row["last_used_at"])
    }

    /// The transports in one column, separated by spaces, which no transport contains.
    static func text(_ transports: [String]) -> String { transports.joined(separator: " ") }

    private static func transports(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

extension SQLUserPoolReading {
    func passkeys(ofUser sub: String, inPool poolID: String) throws -> [PasskeyRecord] {
        try sql.query(
            """
            SELECT \(PasskeyRow.columns) FROM passkeys WHERE pool_id = \(poolID) AND sub = \(sub)
            ORDER BY created_at, credential_id
            """
        ).map(PasskeyRow.record)
    }
}

extension UserPoolWriter {
    func insert(_ passkey: PasskeyRecord) throws {
        try connection.add(
            Base64URL.encode(passkey.credentialID),
            """
            INSERT INTO passkeys (\(PasskeyRow.columns))
            VALUES (\(passkey.poolID), \(passkey.credentialID), \(passkey.sub), \(passkey.publicKey),
                \(Int64(passkey.signCount)), \(passkey.isBackupEligible), \(passkey.isBackedUp), \(passkey.aaguid),
                \(passkey.relyingPartyID), \(passkey.attachment), \(PasskeyRow.text(passkey.transports)),
                \(passkey.createdAt), \(passkey.lastUsedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ passkey: PasskeyRecord) throws {
        try connection.change(
            "passkeys",
            """
            UPDATE passkeys SET sign_count = \(Int64(passkey.signCount)), backed_up = \(passkey.isBackedUp),
                last_used_at = \(passkey.lastUsedAt)
            WHERE pool_id = \(passkey.poolID) AND credential_id = \(passkey.credentialID)
            """
        )
    }

    func deletePasskey(_ credentialID: [UInt8], ofUser sub: String, inPool poolID: String) throws -> Bool {
        let rows = try connection.execute(
            """
            DELETE FROM passkeys
            WHERE pool_id = \(poolID) AND credential_id = \(credentialID) AND sub = \(sub)
            """
        )
        return rows > 0
    }
}

extension AuthenticatorAttachment: SQLConvertible {}

/// The table of passkeys.
enum PasskeysSchema {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE passkeys (
            pool_id TEXT NOT NULL,
            credential_id BLOB NOT NULL,
            sub TEXT NOT NULL,
            public_key BLOB NOT NULL,
            sign_count BIGINT NOT NULL,
            backup_eligible BIGINT NOT NULL,
            backed_up BIGINT NOT NULL,
            aaguid BLOB NOT NULL,
            relying_party_id TEXT NOT NULL,
            attachment TEXT,
            transports TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            last_used_at BIGINT,
            PRIMARY KEY (pool_id, credential_id)
        )
        """,
        "CREATE INDEX passkeys_by_user ON passkeys (pool_id, sub, created_at, credential_id)",
    ]
}
