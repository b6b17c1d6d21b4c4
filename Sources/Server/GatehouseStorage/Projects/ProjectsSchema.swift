// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of project records.
///
/// Texts of SHA-256 have hexadecimal digits. An empty content is NULL, because an empty blob cannot be stored. Contents
/// and outputs are the last columns, so that sums of sizes and lists of states do not read them. Times are milliseconds
/// since 1970.
enum ProjectsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE project_records (
            app_id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            frontend TEXT,
            created_at BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE project_environments (
            app_id TEXT NOT NULL,
            name TEXT NOT NULL,
            auth_role TEXT NOT NULL,
            unauth_role TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            lock_hash BLOB,
            lock_holder TEXT,
            locked_at BIGINT,
            lock_expires_at BIGINT,
            lock_client_hash BLOB,
            PRIMARY KEY (app_id, name)
        )
        """,
        """
        CREATE TABLE project_states (
            app_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            state_number BIGINT NOT NULL,
            sha256 TEXT NOT NULL,
            pushed_by TEXT NOT NULL,
            pushed_from TEXT NOT NULL,
            pushed_at BIGINT NOT NULL,
            outputs TEXT NOT NULL,
            PRIMARY KEY (app_id, environment, state_number)
        )
        """,
        """
        CREATE TABLE project_state_files (
            app_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            state_number BIGINT NOT NULL,
            path TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            size BIGINT NOT NULL,
            is_program BIGINT NOT NULL,
            PRIMARY KEY (app_id, environment, state_number, path)
        )
        """,
        """
        CREATE INDEX project_state_files_by_content
        ON project_state_files (app_id, sha256, environment, state_number)
        """,
        """
        CREATE TABLE project_contents (
            app_id TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            size BIGINT NOT NULL,
            stored_at BIGINT NOT NULL,
            content BLOB,
            PRIMARY KEY (app_id, sha256)
        )
        """,
    ]
}
