// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of the records of data APIs.
///
/// `data_records` has a row for each record. `record_key` and `place` are ordered bytes, see ``OrderedBytes``; their order
/// is that of a list. `data_index_rows` has a row for each index that a record is in. `data_member_rows` has one for each
/// owner or group of a record in each order. The order of the primary key has an empty name; each index is another. So a
/// list of an owner reads that owner's rows only, in its order. Times are milliseconds since 1970; `deleted_at` is `NULL`
/// unless the row is a tombstone. `bytes` is the length of `fields`. `data_member_changes` has a row for each owner or
/// group of a record with versions, in the order of changes.
enum RecordsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE data_records (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            record_key BLOB NOT NULL,
            key_values TEXT NOT NULL,
            version BIGINT NOT NULL,
            changed_at BIGINT NOT NULL,
            deleted_at BIGINT,
            bytes BIGINT NOT NULL,
            fields TEXT NOT NULL,
            PRIMARY KEY (api_id, model, record_key)
        )
        """,
        "CREATE UNIQUE INDEX data_records_by_change ON data_records (api_id, model, changed_at, record_key)",
        "CREATE INDEX data_records_by_deletion ON data_records (deleted_at)",
        """
        CREATE TABLE data_index_rows (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            index_name TEXT NOT NULL,
            place BLOB NOT NULL,
            record_key BLOB NOT NULL,
            PRIMARY KEY (api_id, model, index_name, place)
        )
        """,
        "CREATE UNIQUE INDEX data_index_rows_by_record ON data_index_rows (api_id, model, record_key, index_name)",
        """
        CREATE TABLE data_member_rows (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            field TEXT NOT NULL,
            member BLOB NOT NULL,
            index_name TEXT NOT NULL,
            place BLOB NOT NULL,
            record_key BLOB NOT NULL,
            PRIMARY KEY (api_id, model, field, member, index_name, place)
        )
        """,
        "CREATE INDEX data_member_rows_by_record ON data_member_rows (api_id, model, record_key)",
    ]
    /// The statements of the migration that adds former versions of records, which conflicts are merged with.
    static let versions: [SQL] = [
        """
        CREATE TABLE data_record_versions (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            record_key BLOB NOT NULL,
            version BIGINT NOT NULL,
            replaced_at BIGINT NOT NULL,
            fields TEXT NOT NULL,
            PRIMARY KEY (api_id, model, record_key, version)
        )
        """,
        "CREATE INDEX data_record_versions_by_time ON data_record_versions (replaced_at)",
    ]
    /// The statements of the migration that adds the changes of each owner and group.
    static let memberChanges: [SQL] = [
        """
        CREATE TABLE data_member_changes (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            field TEXT NOT NULL,
            member BLOB NOT NULL,
            changed_at BIGINT NOT NULL,
            record_key BLOB NOT NULL,
            PRIMARY KEY (api_id, model, field, member, changed_at, record_key)
        )
        """,
        "CREATE INDEX data_member_changes_by_record ON data_member_changes (api_id, model, record_key)",
        """
        INSERT INTO data_member_changes (api_id, model, field, member, changed_at, record_key)
        SELECT m.api_id, m.model, m.field, m.member, r.changed_at, m.record_key
        FROM data_member_rows m
        JOIN data_records r ON r.api_id = m.api_id AND r.model = m.model AND r.record_key = m.record_key
        WHERE m.index_name = '' AND r.version > 0
        """,
    ]
}
