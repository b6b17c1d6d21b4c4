// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads import jobs inside a transaction.
package protocol ImportJobReading {
    /// Returns a job by its id; `nil` if the pool has none with this id.
    func importJob(_ id: String, inPool poolID: String) throws -> ImportJobRecord?

    /// Returns jobs of a pool, the newest first, beginning after the job `after`.
    func importJobs(ofPool poolID: String, after id: String?, limit: Int) throws -> [ImportJobRecord]

    /// Returns the running job of a pool.
    func importRun(inPool poolID: String) throws -> ImportRun?

    /// Returns the running jobs of all pools in the order of the pools' ids, beginning after the pool `after`.
    func importRuns(afterPool poolID: String?, limit: Int) throws -> [ImportRun]

    /// Returns the encrypted bytes of a chunk.
    func importChunk(_ chunk: ImportChunk) throws -> [UInt8]?
}

/// Reads and writes import jobs inside a transaction.
package protocol ImportJobWriting: ImportJobReading {
    /// Adds a job.
    ///
    /// - Throws: `StoreConflict.taken` if the id is in use.
    func insert(_ job: ImportJobRecord) throws

    /// Updates a job; while its status is a running one, it is the pool's running job.
    ///
    /// - Throws: `StoreConflict.taken` if another job of the pool is running.
    func update(_ job: ImportJobRecord) throws

    /// Adds an encrypted chunk of a file; an existing chunk is not replaced.
    func insert(_ chunk: ImportChunk, sealed: [UInt8]) throws

    /// Removes the chunks of a job's files, except those of one upload.
    func deleteImportChunks(of run: ImportRun, exceptUpload uploadID: String?) throws
}
