// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

/// A row of `pool_domains`.
///
/// There is no cache: the row is read by its key without decoding, which costs no more than reading a revision.
private enum UserPoolDomainRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> UserPoolDomainRecord {
        UserPoolDomainRecord(
            name: try row["name"], poolID: try row["pool_id"], customDomain: try customDomain(row),
            managedLoginVersion: try row["managed_login_version"], createdAt: try row["created_at"],
            modifiedAt: try row["modified_at"])
    }

    private static func customDomain(_ row: SQLCursor) throws -> CustomDomainConfigType? {
        guard let certificate: String = try row["certificate_arn"] else { return nil }
        return CustomDomainConfigType(certificateArn: certificate, securityPolicy: try row["security_policy"])
    }
}

extension SQLUserPoolReading {
    func domain(_ name: String) throws -> UserPoolDomainRecord? {
        guard UserPoolDomainRecord.isName(name) else { return nil }
        return try UserPoolDomainRow.first(
            """
            SELECT name, pool_id, certificate_arn, security_policy, managed_login_version, created_at, modified_at
            FROM pool_domains WHERE name = \(name)
            """, in: sql)
    }

    func domainNames(after name: String?, limit: Int) throws -> [String] {
        try sql.query("SELECT name FROM pool_domains WHERE name > \(name ?? "") ORDER BY name LIMIT \(limit)")
            .map { try $0["name"] }
    }
}

extension UserPoolWriter {
    func insert(_ domain: UserPoolDomainRecord) throws {
        try connection.add(
            domain.name,
            """
            INSERT INTO pool_domains (name, pool_id, kind, certificate_arn, security_policy, managed_login_version,
                created_at, modified_at)
            VALUES (\(domain.name), \(domain.poolID), \(domain.kind), \(domain.customDomain?.certificateArn),
                \(domain.customDomain?.securityPolicy), \(domain.managedLoginVersion), \(domain.createdAt),
                \(domain.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ domain: UserPoolDomainRecord) throws {
        try connection.change(
            "pool_domains",
            """
            UPDATE pool_domains SET certificate_arn = \(domain.customDomain?.certificateArn),
                security_policy = \(domain.customDomain?.securityPolicy),
                managed_login_version = \(domain.managedLoginVersion), modified_at = \(domain.modifiedAt)
            WHERE name = \(domain.name)
            """
        )
    }

    func deleteDomain(_ name: String) throws {
        try connection.execute("DELETE FROM pool_domains WHERE name = \(name)")
    }
}

extension UserPoolDomainRecord.Kind: SQLConvertible {}

extension SecurityPolicyType: SQLConvertible {}

/// The tables for the pages of user pools: their domains, the scopes that clients may ask for, styles and images.
enum HostedPagesSchema {
    /// The statements of the migration that creates the tables.
    ///
    /// For a style of the classic pages that applies to all clients, the client id is empty. A pool has each image
    /// once, by the hash of its bytes.
    static let statements: [SQL] = [
        """
        CREATE TABLE resource_servers (
            pool_id TEXT NOT NULL,
            identifier TEXT NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (pool_id, identifier)
        )
        """,
        """
        CREATE TABLE pool_domains (
            name TEXT NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            certificate_arn TEXT,
            security_policy TEXT,
            managed_login_version BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX pool_domains_by_pool ON pool_domains (pool_id, kind)",
        """
        CREATE TABLE brandings (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            settings TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE UNIQUE INDEX brandings_by_client ON brandings (pool_id, client_id)",
        """
        CREATE TABLE branding_assets (
            pool_id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            position BIGINT NOT NULL,
            description TEXT NOT NULL,
            image_id TEXT,
            size BIGINT NOT NULL,
            PRIMARY KEY (pool_id, client_id, position)
        )
        """,
        "CREATE INDEX branding_assets_by_image ON branding_assets (pool_id, image_id)",
        """
        CREATE TABLE ui_customizations (
            pool_id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            css TEXT,
            image_id TEXT,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, client_id)
        )
        """,
        "CREATE INDEX ui_customizations_by_image ON ui_customizations (pool_id, image_id)",
        """
        CREATE TABLE page_images (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            type TEXT NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (pool_id, id)
        )
        """,
    ]
}
