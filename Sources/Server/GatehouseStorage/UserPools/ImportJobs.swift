// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel

/// A row of `import_jobs`; the administrator's settings and the final message are in a JSON document.
private enum ImportJobRow {
    static let columns: SQLFragment = """
        pool_id, id, settings, status, upload_id, upload_lines, arriving_upload_id, file_offset, file_line, imported, \
        skipped, failed, created_at, expires_at, started_at, completed_at
        """

    static func record(_ row: SQLRow) throws -> ImportJobRecord {
        let settings: SQLDocument<UserImportJobType> = try row["settings"]
        var job = ImportJobRecord(
            id: try row["id"], poolID: try row["pool_id"], name: settings.shape.jobName ?? "",
            logsRoleARN: settings.shape.cloudWatchLogsRoleArn ?? "",
            hashing: settings.shape.passwordHashingAlgorithm, createdAt: try row["created_at"],
            expiresAt: try row["expires_at"])
        job.status = try row["status"]
        job.upload = try upload(row)
        job.arrivingUploadID = try row["arriving_upload_id"]
        job.progress = ImportJobRecord.Progress(
            offset: try row["file_offset"], line: try row["file_line"], imported: try row["imported"],
            skipped: try row["skipped"], failed: try row["failed"])
        job.startedAt = try row["started_at"]
        job.completedAt = try row["completed_at"]
        job.completionMessage = settings.shape.completionMessage
        return job
    }

    static func settings(_ job: ImportJobRecord) -> SQLDocument<UserImportJobType> {
        SQLDocument(
            UserImportJobType(
                jobName: job.name, cloudWatchLogsRoleArn: job.logsRoleARN, completionMessage: job.completionMessage,
                passwordHashingAlgorithm: job.hashing))
    }

    private static func upload(_ row: SQLRow) throws -> ImportJobRecord.Upload? {
        guard let id: String = try row["upload_id"] else { return nil }
        return ImportJobRecord.Upload(id: id, lines: try row["upload_lines"])
    }
}

extension SQLUserPoolReading {
    func importJob(_ id: String, inPool poolID: String) throws -> ImportJobRecord? {
        try sql.queryOne(
            "SELECT \(ImportJobRow.columns) FROM import_jobs WHERE pool_id = \(poolID) AND id = \(id)"
        ).map(ImportJobRow.record)
    }

    func importJobs(ofPool poolID: String, after id: String?, limit: Int) throws -> [ImportJobRecord] {
        guard let id else {
            return try sql.query(
                """
                SELECT \(ImportJobRow.columns) FROM import_jobs WHERE pool_id = \(poolID)
                ORDER BY created_at DESC, id DESC LIMIT \(limit)
                """
            ).map(ImportJobRow.record)
        }
        guard let start = try importJob(id, inPool: poolID) else { return [] }
        return try sql.query(
            """
            SELECT \(ImportJobRow.columns) FROM import_jobs
            WHERE pool_id = \(poolID) AND (created_at, id) < (\(start.createdAt), \(id))
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
        ).map(ImportJobRow.record)
    }

    func importRun(inPool poolID: String) throws -> ImportRun? {
        try sql.queryOne("SELECT job_id FROM import_runs WHERE pool_id = \(poolID)").map { row in
            ImportRun(poolID: poolID, jobID: try row["job_id"])
        }
    }

    func importRuns(afterPool poolID: String?, limit: Int) throws -> [ImportRun] {
        try sql.query(
            """
            SELECT pool_id, job_id FROM import_runs WHERE pool_id > \(poolID ?? "") ORDER BY pool_id LIMIT \(limit)
            """
        ).map { row in ImportRun(poolID: try row["pool_id"], jobID: try row["job_id"]) }
    }

    func importChunk(_ chunk: ImportChunk) throws -> [UInt8]? {
        try sql.queryOne(
            """
            SELECT sealed FROM import_chunks
            WHERE pool_id = \(chunk.run.poolID) AND job_id = \(chunk.run.jobID) AND upload_id = \(chunk.uploadID)
                AND position = \(chunk.position)
            """
        ).map { row in try row["sealed"] }
    }
}

extension UserPoolWriter {
    func insert(_ job: ImportJobRecord) throws {
        try connection.add(
            job.id,
            """
            INSERT INTO import_jobs (pool_id, id, settings, status, file_offset, file_line, imported, skipped, failed,
                created_at, expires_at, unstarted_until)
            VALUES (\(job.poolID), \(job.id), \(ImportJobRow.settings(job)), \(job.status), \(0), \(0), \(0), \(0),
                \(0), \(job.createdAt), \(job.expiresAt), \(job.expiresAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ job: ImportJobRecord) throws {
        try keepRun(of: job)
        try connection.change(
            "import_jobs",
            """
            UPDATE import_jobs SET settings = \(ImportJobRow.settings(job)), status = \(job.status),
                upload_id = \(job.upload?.id), upload_lines = \(job.upload?.lines),
                arriving_upload_id = \(job.arrivingUploadID), file_offset = \(job.progress.offset),
                file_line = \(job.progress.line), imported = \(job.progress.imported),
                skipped = \(job.progress.skipped), failed = \(job.progress.failed),
                unstarted_until = \(job.status == .created ? job.expiresAt : nil), started_at = \(job.startedAt),
                completed_at = \(job.completedAt)
            WHERE pool_id = \(job.poolID) AND id = \(job.id)
            """
        )
    }

    func insert(_ chunk: ImportChunk, sealed: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO import_chunks (pool_id, job_id, upload_id, position, sealed)
            VALUES (\(chunk.run.poolID), \(chunk.run.jobID), \(chunk.uploadID), \(chunk.position), \(sealed))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func deleteImportChunks(of run: ImportRun, exceptUpload uploadID: String?) throws {
        try connection.execute(
            """
            DELETE FROM import_chunks
            WHERE pool_id = \(run.poolID) AND job_id = \(run.jobID) AND upload_id <> \(uploadID ?? "")
            """
        )
    }

    /// Registers a running job as its pool's only one, or removes its registration after the end.
    private func keepRun(of job: ImportJobRecord) throws {
        guard job.status.isRunning else {
            try connection.execute(
                "DELETE FROM import_runs WHERE pool_id = \(job.poolID) AND job_id = \(job.id)")
            return
        }
        try connection.execute(
            """
            INSERT INTO import_runs (pool_id, job_id) VALUES (\(job.poolID), \(job.id)) ON CONFLICT DO NOTHING
            """
        )
        guard let run = try importRun(inPool: job.poolID), run.jobID != job.id else { return }
        throw StoreConflict.taken(run.jobID)
    }
}

extension ImportJobRecord.Status: SQLConvertible {}

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
