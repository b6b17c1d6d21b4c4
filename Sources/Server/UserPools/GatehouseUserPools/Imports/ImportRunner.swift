// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// Runs import jobs step by step.
///
/// A step saves its users and the job's progress in one transaction, so that after a crash the next process continues
/// without skipping or repeating a row. If two processes take the same step, the second finds a changed job and writes
/// nothing.
package struct ImportRunner: Sendable {
    let records: UserPoolRecords
    let passwords: StoredPasswords
    let sealer: Sealer
    let entropy: Entropy
    let clock: WallClock

    /// Returns the running jobs of all pools.
    package func importRuns() async throws(ServiceFault) -> [ImportRun] {
        var runs: [ImportRun] = []
        var pool: String?
        repeat {
            let page = try await records.read { [pool] store in
                try store.importRuns(afterPool: pool, limit: 100)
            }
            runs += page
            pool = page.last?.poolID
        } while pool != nil
        return runs
    }

    /// Advances a running job by one step: begins it, processes some rows, or ends it.
    ///
    /// - Parameters:
    ///   - run: The key of the job.
    ///   - rows: The maximum number of rows in one transaction.
    /// - Returns: The result of the step.
    /// - Throws: the store's error; the job is then unchanged.
    package func advance(_ run: ImportRun, rows: Int = 100) async throws(ServiceFault) -> ImportReport {
        let (job, pool) = try await records.read { store in
            (try store.importJob(run.jobID, inPool: run.poolID), try store.userPool(run.poolID))
        }
        guard let job, let pool else { return ImportReport(run: run) }
        switch job.status {
        case .pending, .inProgress:
            return try await work(off: rows, of: job, into: pool)
        case .stopping:
            return try await end(job, as: .stopped, "The Import Job was stopped by the developer.")
        case .created, .stopped, .succeeded, .failed, .expired:
            return ImportReport(run: run)
        }
    }

    private func work(
        off limit: Int, of job: ImportJobRecord, into pool: UserPoolRecord
    ) async throws(ServiceFault) -> ImportReport {
        guard let upload = job.upload else { return try await end(job, as: .failed, Self.unreadable) }
        let first: [ImportLine]
        switch try await lines(of: upload, run: job.run, from: 0, limit: 1) {
        case .success(let lines): first = lines
        case .failure(let cause): return try await end(job, as: .failed, Self.unreadable, because: cause)
        }
        guard let header = first.first, let columns = ImportColumns(header: header, for: pool, hashing: job.hashing)
        else {
            return try await end(
                job, as: .failed, "The header of the CSV file does not have the columns that GetCSVHeader lists.")
        }
        guard upload.lines <= ImportFile.mostRows + 1 else {
            return try await end(job, as: .failed, "The CSV file has more than 500,000 rows.")
        }
        let begun = job.begun(behind: header)
        switch try await lines(of: upload, run: job.run, from: begun.progress.offset, limit: limit) {
        case .success(let rows) where !rows.isEmpty || begun.progress.line >= upload.lines:
            return try await save(ImportBatch(rows, of: begun, as: columns, into: pool, by: self), insteadOf: job)
        case .success: return try await end(job, as: .failed, Self.unreadable)
        case .failure(let cause): return try await end(job, as: .failed, Self.unreadable, because: cause)
        }
    }

    private static let unreadable = "The CSV file could not be read."

    /// Saves a batch, unless the job has changed since the batch was created.
    private func save(
        _ batch: ImportBatch, insteadOf known: ImportJobRecord
    ) async throws(ServiceFault) -> ImportReport {
        let now = clock.now
        return try await records.write { store in
            guard try store.importJob(known.id, inPool: known.poolID) == known else {
                return ImportReport(run: known.run)
            }
            return try batch.save(in: store, at: now)
        }
    }

    private func end(
        _ known: ImportJobRecord, as status: ImportJobRecord.Status, _ message: String,
        because cause: SealingError? = nil
    ) async throws(ServiceFault) -> ImportReport {
        let now = clock.now
        return try await records.write { store in
            guard var job = try store.importJob(known.id, inPool: known.poolID), job == known else {
                return ImportReport(run: known.run)
            }
            try store.end(&job, as: status, message, at: now)
            return ImportReport(run: job.run, job: job, cause: cause)
        }
    }

    /// Returns lines of a job's file from an offset, none at the end of the file; or the error of a chunk that could
    /// not be decrypted.
    private func lines(
        of upload: ImportJobRecord.Upload, run: ImportRun, from offset: Int, limit: Int
    ) async throws(ServiceFault) -> Result<[ImportLine], SealingError> {
        var splitter = LineSplitter()
        var position = offset / ImportFile.chunkSize
        var start = offset % ImportFile.chunkSize
        while splitter.lines.count < limit {
            let chunk = ImportChunk(run: run, uploadID: upload.id, position: position)
            guard let sealed = try await records.read({ try $0.importChunk(chunk) }) else {
                splitter.finish()
                break
            }
            let bytes: [UInt8]
            do throws(SealingError) {
                bytes = try ImportFile.open(sealed, as: chunk, by: sealer)
            } catch {
                return .failure(error)
            }
            splitter.take(bytes[min(start, bytes.count)...], limit: limit)
            position += 1
            start = 0
        }
        return .success(splitter.lines)
    }
}

extension UserPoolWriting {
    /// Ends a job and removes its file; the pool can then run another job.
    func end(
        _ job: inout ImportJobRecord, as status: ImportJobRecord.Status, _ message: String?, at now: Date
    ) throws {
        job.end(as: status, message, at: now)
        job.upload = nil
        try update(job)
        try deleteImportChunks(of: job.run, exceptUpload: nil)
    }
}
