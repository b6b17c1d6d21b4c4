// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of import jobs.
///
/// A file is stored in sealed chunks. The key of `import_runs` limits a pool to one running job.
enum ImportJobsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE import_jobs (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            settings TEXT NOT NULL,
            status TEXT NOT NULL,
            upload_id TEXT,
            upload_lines BIGINT,
            arriving_upload_id TEXT,
            file_offset BIGINT NOT NULL,
            file_line BIGINT NOT NULL,
            imported BIGINT NOT NULL,
            skipped BIGINT NOT NULL,
            failed BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            unstarted_until BIGINT,
            started_at BIGINT,
            completed_at BIGINT,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE INDEX import_jobs_by_age ON import_jobs (pool_id, created_at, id)",
        "CREATE INDEX import_jobs_unstarted ON import_jobs (unstarted_until)",
        "CREATE TABLE import_runs (pool_id TEXT NOT NULL PRIMARY KEY, job_id TEXT NOT NULL)",
        """
        CREATE TABLE import_chunks (
            pool_id TEXT NOT NULL,
            job_id TEXT NOT NULL,
            upload_id TEXT NOT NULL,
            position BIGINT NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (pool_id, job_id, upload_id, position)
        )
        """,
    ]
}
