// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

/// A row of `app_clients` with its rows of `app_client_secrets`.
///
/// Its revision follows the rule for the revision of a pool.
enum AppClientRow {
    static let columns: SQLFragment = "id, pool_id, description, sso_session_minutes, created_at, modified_at"

    static func record(_ sql: any SQLReader, _ row: SQLRow) throws -> AppClientRecord {
        let id: String = try row["id"]
        let description: SQLDocument<UserPoolClientType> = try row["description"]
        return AppClientRecord(
            id: id, poolID: try row["pool_id"], description: description.shape, secrets: try secrets(sql, id),
            ssoSessionMinutes: try row["sso_session_minutes"], createdAt: try row["created_at"],
            modifiedAt: try row["modified_at"])
    }

    static func find(_ sql: any SQLReader, _ id: String) throws -> AppClientRecord? {
        try sql.queryOne("SELECT \(columns) FROM app_clients WHERE id = \(id)").map { row in try record(sql, row) }
    }

    static func revision(_ sql: any SQLReader, _ id: String) throws -> Int64? {
        try NumberRow.first(revisionQuery(id), in: sql)
    }

    static func revisionQuery(_ id: String) -> SQL { "SELECT revision FROM app_clients WHERE id = \(id)" }

    private static func secrets(_ sql: any SQLReader, _ id: String) throws -> [AppClientRecord.SealedSecret] {
        try sql.query(
            "SELECT id, sealed, created_at FROM app_client_secrets WHERE client_id = \(id) ORDER BY position"
        ).map { row in
            AppClientRecord.SealedSecret(
                id: try row["id"], sealed: try row["sealed"], createdAt: try row["created_at"])
        }
    }
}

extension SQLUserPoolReading {
    func appClient(_ id: String) throws -> AppClientRecord? {
        try AppClientRow.find(sql, id)
    }

    func appClients(ofPool poolID: String, after id: String?, limit: Int) throws -> [AppClientRecord] {
        try sql.query(
            """
            SELECT \(AppClientRow.columns) FROM app_clients WHERE pool_id = \(poolID) AND id > \(id ?? "")
            ORDER BY id LIMIT \(limit)
            """
        ).map { row in try AppClientRow.record(sql, row) }
    }

    func hasAppClients(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "app_clients", inPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ client: AppClientRecord) throws {
        try connection.add(
            client.id,
            """
            INSERT INTO app_clients (id, pool_id, revision, description, created_at, modified_at)
            VALUES (\(client.id), \(client.poolID), \(client.createdAt), \(SQLDocument(client.description)),
                \(client.createdAt), \(client.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
        try insertSecrets(of: client)
        // The INSERT above does not write the client's own settings.
        if client.ssoSessionMinutes != nil { try update(client) }
    }

    func update(_ client: AppClientRecord) throws {
        try connection.change(
            "app_clients",
            """
            UPDATE app_clients SET revision = revision + 1, description = \(SQLDocument(client.description)),
                sso_session_minutes = \(client.ssoSessionMinutes), modified_at = \(client.modifiedAt)
            WHERE id = \(client.id)
            """
        )
        try deleteSecrets(ofClient: client.id)
        try insertSecrets(of: client)
    }

    func deleteAppClient(_ id: String) throws {
        guard let client = try appClient(id) else { return }
        try connection.execute(
            """
            DELETE FROM refresh_tokens WHERE pool_id = \(client.poolID) AND family_id IN
                (SELECT id FROM token_families WHERE pool_id = \(client.poolID) AND client_id = \(id))
            """
        )
        for table: SQLFragment in [
            "token_families", "user_sessions", "pool_settings", "terms", "brandings", "branding_assets",
            "ui_customizations", "authorization_codes",
        ] {
            try connection.execute("DELETE FROM \(table) WHERE pool_id = \(client.poolID) AND client_id = \(id)")
        }
        try deleteUnusedImages(inPool: client.poolID)
        try deleteSecrets(ofClient: id)
        try connection.execute("DELETE FROM app_clients WHERE id = \(id)")
    }

    private func insertSecrets(of client: AppClientRecord) throws {
        for (position, secret) in client.secrets.enumerated() {
            try connection.execute(
                """
                INSERT INTO app_client_secrets (client_id, position, id, sealed, created_at)
                VALUES (\(client.id), \(position), \(secret.id), \(secret.sealed), \(secret.createdAt))
                """
            )
        }
    }

    private func deleteSecrets(ofClient id: String) throws {
        try connection.execute("DELETE FROM app_client_secrets WHERE client_id = \(id)")
    }
}
