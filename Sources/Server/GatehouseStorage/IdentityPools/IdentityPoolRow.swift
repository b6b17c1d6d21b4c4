// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseIdentityPools

/// A row of `identity_pools`: description, roles and principal tags as JSON documents, and a revision that each change increments.
enum IdentityPoolRow {
    private static let columns: SQLFragment = "id, description, roles, principal_tags, created_at, modified_at"

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
        try connection.add(
            pool.id,
            """
            INSERT INTO identity_pools (id, region, revision, description, roles, principal_tags, created_at,
                modified_at)
            VALUES (\(pool.id), \(pool.region), \(1), \(SQLDocument(pool.description)), \(SQLDocument(pool.roles)),
                \(PrincipalTagsDocument(pool.principalTags)), \(pool.createdAt), \(pool.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    static func update(_ connection: some SQLConnection, _ pool: IdentityPoolRecord) throws {
        try connection.execute(
            """
            UPDATE identity_pools SET revision = revision + 1, description = \(SQLDocument(pool.description)),
                roles = \(SQLDocument(pool.roles)), principal_tags = \(PrincipalTagsDocument(pool.principalTags)),
                modified_at = \(pool.modifiedAt)
            WHERE id = \(pool.id)
            """
        )
    }

    private static func record(_ row: SQLRow) throws -> IdentityPoolRecord {
        let description: SQLDocument<IdentityPool> = try row["description"]
        let roles: SQLDocument<GetIdentityPoolRolesResponse> = try row["roles"]
        let tags: PrincipalTagsDocument? = try row["principal_tags"]
        return IdentityPoolRecord(
            id: try row["id"], description: description.shape, roles: roles.shape, principalTags: tags?.maps ?? [:],
            createdAt: try row["created_at"], modifiedAt: try row["modified_at"]
        )
    }
}
