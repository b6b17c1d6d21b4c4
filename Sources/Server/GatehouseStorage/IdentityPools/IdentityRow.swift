// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseIdentityPoolModel

/// A row of `identities` and its rows of `identity_logins`.
enum IdentityRow {
    private static let columns: SQLFragment = "id, pool_id, state, created_at, modified_at, unused_since"

    static func find(_ reader: some SQLReader, id: String) throws -> IdentityRecord? {
        guard let row = try reader.queryOne("SELECT \(columns) FROM identities WHERE id = \(id)") else { return nil }
        return try record(reader, row)
    }

    static func find(
        _ reader: some SQLReader, holding login: LinkedLogin, inPool poolID: String
    ) throws -> IdentityRecord? {
        let row = try reader.queryOne(
            """
            SELECT identity_id FROM identity_logins
            WHERE pool_id = \(poolID) AND provider = \(login.provider) AND subject = \(login.subject)
            """
        )
        guard let row else { return nil }
        return try find(reader, id: try row["identity_id"])
    }

    static func list(
        _ reader: some SQLReader, poolID: String, after id: String?, limit: Int
    ) throws -> [IdentityRecord] {
        try reader.query(
            """
            SELECT \(columns) FROM identities WHERE pool_id = \(poolID) AND id > \(id ?? "")
            ORDER BY id LIMIT \(limit)
            """
        ).map { try record(reader, $0) }
    }

    static func insert(_ connection: some SQLConnection, _ identity: IdentityRecord) throws {
        try connection.add(
            identity.id,
            """
            INSERT INTO identities (id, pool_id, state, created_at, modified_at, unused_since)
            VALUES (\(identity.id), \(identity.poolID), \(identity.state), \(identity.createdAt),
                \(identity.modifiedAt), \(identity.unusedSince))
            ON CONFLICT DO NOTHING
            """
        )
        try insertLogins(connection, identity)
    }

    static func update(_ connection: some SQLConnection, _ identity: IdentityRecord) throws {
        try connection.execute(
            """
            UPDATE identities SET state = \(identity.state), modified_at = \(identity.modifiedAt),
                unused_since = \(identity.unusedSince)
            WHERE id = \(identity.id)
            """
        )
        try connection.execute("DELETE FROM identity_logins WHERE identity_id = \(identity.id)")
        try insertLogins(connection, identity)
    }

    /// Deletes guests that have been unused since before `date`; a guest has no logins.
    static func deleteUnused(_ connection: some SQLConnection, before date: Date, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM identities WHERE id IN
                (SELECT id FROM identities WHERE unused_since < \(date) ORDER BY unused_since LIMIT \(limit))
            """
        )
    }

    private static func insertLogins(_ connection: some SQLConnection, _ identity: IdentityRecord) throws {
        for login in identity.logins {
            try connection.add(
                login.subject,
                """
                INSERT INTO identity_logins (pool_id, provider, subject, identity_id)
                VALUES (\(identity.poolID), \(login.provider), \(login.subject), \(identity.id))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    private static func record(_ reader: some SQLReader, _ row: SQLRow) throws -> IdentityRecord {
        let id: String = try row["id"]
        return IdentityRecord(
            id: id, poolID: try row["pool_id"], state: try row["state"], logins: try logins(reader, of: id),
            createdAt: try row["created_at"], modifiedAt: try row["modified_at"], unusedSince: try row["unused_since"]
        )
    }

    private static func logins(_ reader: some SQLReader, of id: String) throws -> [LinkedLogin] {
        try reader.query(
            "SELECT provider, subject FROM identity_logins WHERE identity_id = \(id) ORDER BY provider, subject"
        ).map { row in LinkedLogin(provider: try row["provider"], subject: try row["subject"]) }
    }
}

extension IdentityRecord.State: SQLConvertible {}
