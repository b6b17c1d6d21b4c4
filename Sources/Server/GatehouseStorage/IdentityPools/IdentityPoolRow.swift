// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseIdentityPools
import GatehouseWire

/// A row of `identity_pools`: description and roles as JSON documents, and a revision that each change increments.
enum IdentityPoolRow {
    private static let columns: SQLFragment = "id, description, roles, created_at, modified_at"

    static func find(_ reader: some SQLReader, id: String) throws -> IdentityPoolRecord? {
        try reader.queryOne("SELECT \(columns) FROM identity_pools WHERE id = \(id)").map(record)
    }

    static func revision(_ reader: some SQLReader, id: String) throws -> Int64? {
        try reader.queryOne("SELECT revision FROM identity_pools WHERE id = \(id)").map { row in try row["revision"] }
    }

    static func list(
        _ reader: some SQLReader, region: String, after id: String?, limit: Int
    ) throws -> [IdentityPoolRecord] {
        try reader.query(
            """
            SELECT \(columns) FROM identity_pools WHERE region = \(region) AND id > \(id ?? "")
            ORDER BY id LIMIT \(limit)
            """
        ).map(record)
    }

    static func insert(_ connection: some SQLConnection, _ pool: IdentityPoolRecord) throws {
        try connection.execute(
            """
            INSERT INTO identity_pools (id, region, revision, description, roles, created_at, modified_at)
            VALUES (\(pool.id), \(pool.region), \(1), \(text(pool.description)), \(text(pool.roles)),
                \(pool.createdAt), \(pool.modifiedAt))
            """
        )
    }

    static func update(_ connection: some SQLConnection, _ pool: IdentityPoolRecord) throws {
        try connection.execute(
            """
            UPDATE identity_pools SET revision = revision + 1, description = \(text(pool.description)),
                roles = \(text(pool.roles)), modified_at = \(pool.modifiedAt)
            WHERE id = \(pool.id)
            """
        )
    }

    private static func record(_ row: SQLRow) throws -> IdentityPoolRecord {
        IdentityPoolRecord(
            id: try row["id"],
            description: try IdentityPool(answer: try document(row, "description"), form: .json),
            roles: try GetIdentityPoolRolesResponse(answer: try document(row, "roles"), form: .json),
            createdAt: try row["created_at"], modifiedAt: try row["modified_at"]
        )
    }

    private static func document(_ row: SQLRow, _ column: String) throws -> WireValue {
        let text: String = try row[column]
        return try WireValue(json: Data(text.utf8))
    }

    private static func text(_ document: some WireStructure) -> String {
        String(decoding: document.wireValue(in: .json).json(), as: UTF8.self)
    }
}
