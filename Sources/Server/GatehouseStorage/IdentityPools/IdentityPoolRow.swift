// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseIdentityPoolModel
import GatehouseWire

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

    static func list(_ reader: some SQLReader, after id: String?, limit: Int) throws -> [IdentityPoolRecord] {
        try reader.query(
            "SELECT \(columns) FROM identity_pools WHERE id > \(id ?? "") ORDER BY id LIMIT \(limit)"
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

/// The principal tag maps of a pool by their providers, as a JSON object in a TEXT column; `nil` for a pool without any.
private struct PrincipalTagsDocument: SQLConvertible {
    let maps: [String: PrincipalTagMap]

    init?(_ maps: [String: PrincipalTagMap]) {
        guard !maps.isEmpty else { return nil }
        self.maps = maps
    }

    var sqlValue: SQLValue {
        var members: [WireName: WireValue] = [:]
        for (provider, map) in maps {
            members[WireName(provider)] = ["defaults": .bool(map.usesDefaults), "tags": .object(ofTexts: map.tags)]
        }
        return .text(String(decoding: WireValue.object(members).jsonBytes(), as: UTF8.self))
    }

    /// Reads the document; `nil` if a member is invalid, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let members = try? WireValue(json: Array(text.utf8)).objectValue else {
            return nil
        }
        var maps: [String: PrincipalTagMap] = [:]
        for (provider, value) in members {
            guard let map = Self.map(value) else { return nil }
            maps[provider.text] = map
        }
        self.maps = maps
    }

    private static func map(_ value: WireValue) -> PrincipalTagMap? {
        guard let usesDefaults = value["defaults"]?.boolValue, let members = value["tags"]?.objectValue else {
            return nil
        }
        var tags: [String: String] = [:]
        for (key, claim) in members {
            guard let claim = claim.stringValue else { return nil }
            tags[key.text] = claim
        }
        return PrincipalTagMap(usesDefaults: usesDefaults, tags: tags)
    }
}

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
