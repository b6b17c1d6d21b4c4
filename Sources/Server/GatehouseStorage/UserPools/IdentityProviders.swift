// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

// MARK: - Providers

/// A row of `identity_providers`, with the settings in the service's own shape, but for the details.
private enum IdentityProviderRow {
    static let columns: SQLFragment = "p.pool_id, p.name, p.description, p.issuer, p.sealed_details"

    static func record(_ row: SQLRow) throws -> IdentityProviderRecord {
        let document: SQLDocument<IdentityProviderType> = try row["description"]
        let shape = document.shape
        guard let kind = shape.providerType.flatMap(IdentityProviderKind.init), let createdAt = shape.creationDate,
            let modifiedAt = shape.lastModifiedDate
        else { throw StorageError.unreadableColumn("description") }
        return IdentityProviderRecord(
            poolID: try row["pool_id"], name: try row["name"], kind: kind,
            attributeMapping: shape.attributeMapping ?? [:], identifiers: shape.idpIdentifiers ?? [],
            levelMapping: shape.acrMapping, issuer: try row["issuer"], sealedDetails: try row["sealed_details"],
            createdAt: createdAt, modifiedAt: modifiedAt)
    }

    static func description(_ provider: IdentityProviderRecord) -> SQLDocument<IdentityProviderType> {
        SQLDocument(
            IdentityProviderType(
                providerType: provider.kind.word, attributeMapping: provider.attributeMapping,
                idpIdentifiers: provider.identifiers, acrMapping: provider.levelMapping,
                lastModifiedDate: provider.modifiedAt, creationDate: provider.createdAt))
    }
}

extension SQLUserPoolReading {
    func identityProvider(_ name: String, inPool poolID: String) throws -> IdentityProviderRecord? {
        // No provider has a name that cannot be stored.
        guard name.sqlValue.isStorable else { return nil }
        return try sql.queryOne(
            """
            SELECT \(IdentityProviderRow.columns) FROM identity_providers p
            WHERE p.pool_id = \(poolID) AND p.name = \(name)
            """
        ).map(IdentityProviderRow.record)
    }

    func identityProvider(identifiedBy identifier: String, inPool poolID: String) throws -> IdentityProviderRecord? {
        guard identifier.sqlValue.isStorable else { return nil }
        return try sql.queryOne(
            """
            SELECT \(IdentityProviderRow.columns) FROM identity_provider_identifiers i
            JOIN identity_providers p ON p.pool_id = i.pool_id AND p.name = i.provider_name
            WHERE i.pool_id = \(poolID) AND i.identifier = \(identifier)
            """
        ).map(IdentityProviderRow.record)
    }

    func identityProviders(inPool poolID: String, after name: String?, limit: Int) throws -> [IdentityProviderRecord] {
        try sql.query(
            """
            SELECT \(IdentityProviderRow.columns) FROM identity_providers p
            WHERE p.pool_id = \(poolID) AND p.name > \(name ?? "") ORDER BY p.name LIMIT \(limit)
            """
        ).map(IdentityProviderRow.record)
    }

    func hasIdentityProviders(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "identity_providers", by: "name", inPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ provider: IdentityProviderRecord) throws {
        try requireFree(provider.identifiers, for: provider)
        try connection.add(
            provider.name,
            """
            INSERT INTO identity_providers (pool_id, name, description, issuer, sealed_details)
            VALUES (\(provider.poolID), \(provider.name), \(IdentityProviderRow.description(provider)),
                \(provider.issuer), \(provider.sealedDetails))
            ON CONFLICT DO NOTHING
            """
        )
        try insertIdentifiers(of: provider)
    }

    func update(_ provider: IdentityProviderRecord) throws {
        try requireFree(provider.identifiers, for: provider)
        try connection.change(
            "identity_providers",
            """
            UPDATE identity_providers SET description = \(IdentityProviderRow.description(provider)),
                issuer = \(provider.issuer), sealed_details = \(provider.sealedDetails)
            WHERE pool_id = \(provider.poolID) AND name = \(provider.name)
            """
        )
        try deleteIdentifiers(ofProvider: provider.name, inPool: provider.poolID)
        try insertIdentifiers(of: provider)
    }

    func deleteIdentityProvider(_ name: String, inPool poolID: String) throws {
        guard name.sqlValue.isStorable else { return }
        try deleteIdentifiers(ofProvider: name, inPool: poolID)
        try connection.execute("DELETE FROM identity_providers WHERE pool_id = \(poolID) AND name = \(name)")
    }

    /// Checks that no other provider has one of the identifiers, before anything is changed.
    ///
    /// - Throws: `StoreConflict.taken` with the first one that another provider has.
    private func requireFree(_ identifiers: [String], for provider: IdentityProviderRecord) throws {
        for identifier in identifiers {
            let holder = try identityProvider(identifiedBy: identifier, inPool: provider.poolID)
            // Names that differ only in their Unicode form are different ones.
            guard holder.map({ WireName($0.name) == WireName(provider.name) }) ?? true else {
                throw StoreConflict.taken(identifier)
            }
        }
    }

    /// Inserts the identifiers; a duplicate is inserted once.
    private func insertIdentifiers(of provider: IdentityProviderRecord) throws {
        for identifier in provider.identifiers {
            try connection.execute(
                """
                INSERT INTO identity_provider_identifiers (pool_id, identifier, provider_name)
                VALUES (\(provider.poolID), \(identifier), \(provider.name))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    private func deleteIdentifiers(ofProvider name: String, inPool poolID: String) throws {
        try connection.execute(
            "DELETE FROM identity_provider_identifiers WHERE pool_id = \(poolID) AND provider_name = \(name)")
    }
}

// MARK: - Keys for SAML

extension SQLUserPoolReading {
    func samlKey(_ use: SAMLKeyRecord.Use, ofPool poolID: String) throws -> SAMLKeyRecord? {
        try sql.queryOne(
            """
            SELECT id, sealed_private_key, certificate, created_at FROM saml_keys
            WHERE pool_id = \(poolID) AND purpose = \(use)
            """
        ).map { row in
            SAMLKeyRecord(
                id: try row["id"], poolID: poolID, use: use, sealedPrivateKey: try row["sealed_private_key"],
                certificate: try row["certificate"], createdAt: try row["created_at"])
        }
    }
}

extension UserPoolWriter {
    func insert(_ key: SAMLKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO saml_keys (pool_id, id, purpose, sealed_private_key, certificate, created_at)
            VALUES (\(key.poolID), \(key.id), \(key.use), \(key.sealedPrivateKey), \(key.certificate),
                \(key.createdAt))
            ON CONFLICT DO NOTHING
            """
        )
    }
}

extension SAMLKeyRecord.Use: SQLConvertible {}

// MARK: - Tables

/// The tables of identity providers: their settings, the pools' keys for SAML, and the identities of users.
enum IdentityProvidersSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = providers + keys + identities

    /// A provider's times are in its description.
    private static let providers: [SQL] = [
        """
        CREATE TABLE identity_providers (
            pool_id TEXT NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            issuer TEXT,
            sealed_details BLOB NOT NULL,
            PRIMARY KEY (pool_id, name)
        )
        """,
        """
        CREATE TABLE identity_provider_identifiers (
            pool_id TEXT NOT NULL,
            identifier TEXT NOT NULL,
            provider_name TEXT NOT NULL,
            PRIMARY KEY (pool_id, identifier)
        )
        """,
        """
        CREATE INDEX identity_provider_identifiers_by_provider
            ON identity_provider_identifiers (pool_id, provider_name)
        """,
    ]

    private static let keys: [SQL] = [
        """
        CREATE TABLE saml_keys (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            purpose TEXT NOT NULL,
            sealed_private_key BLOB NOT NULL,
            certificate TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE UNIQUE INDEX saml_keys_by_purpose ON saml_keys (pool_id, purpose)",
    ]

    private static let identities: [SQL] = [
        """
        CREATE TABLE federated_identities (
            pool_id TEXT NOT NULL,
            provider_name TEXT NOT NULL,
            attribute_name TEXT NOT NULL,
            attribute_value TEXT NOT NULL,
            sub TEXT NOT NULL,
            kind TEXT NOT NULL,
            issuer TEXT,
            is_primary BIGINT NOT NULL,
            is_disabled BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, provider_name, attribute_name, attribute_value)
        )
        """,
        "CREATE INDEX federated_identities_by_user ON federated_identities (pool_id, sub, created_at)",
    ]
}
