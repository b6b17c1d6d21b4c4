// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
