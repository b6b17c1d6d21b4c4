// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
