// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of groups.
///
/// Memberships have indexes by user and by group.
enum GroupsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE user_groups (
            pool_id TEXT NOT NULL,
            name TEXT NOT NULL,
            settings TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (pool_id, name)
        )
        """,
        """
        CREATE TABLE group_members (
            pool_id TEXT NOT NULL,
            sub TEXT NOT NULL,
            group_name TEXT NOT NULL,
            PRIMARY KEY (pool_id, sub, group_name)
        )
        """,
        "CREATE UNIQUE INDEX group_members_by_group ON group_members (pool_id, group_name, sub)",
    ]
}
