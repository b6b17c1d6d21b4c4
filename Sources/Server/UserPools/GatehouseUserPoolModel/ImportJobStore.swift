// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What can be read of import jobs inside a transaction.
package protocol ImportJobReading {
    func importJob(_ id: String, inPool poolID: String) throws -> ImportJobRecord?

    /// Jobs of a pool, the newest first, beginning behind the job `after`.
    func importJobs(ofPool poolID: String, after id: String?, limit: Int) throws -> [ImportJobRecord]

    /// The job that the pool is busy with.
    func importRun(inPool poolID: String) throws -> ImportRun?

    /// Jobs that pools are busy with, in the order of the pools' ids, beginning behind the pool `after`.
    func importRuns(afterPool poolID: String?, limit: Int) throws -> [ImportRun]

    /// The sealed bytes of a piece of a file.
    func importChunk(_ chunk: ImportChunk) throws -> [UInt8]?
}

/// What can be changed of import jobs inside a transaction.
package protocol ImportJobWriting: ImportJobReading {
    /// - Throws: `UserPoolStoreError.taken` when the id is in use.
    func insert(_ job: ImportJobRecord) throws

    /// Writes the job's row; while its status says that it runs, it is the job that the pool is busy with.
    /// - Throws: `UserPoolStoreError.taken` when the pool is busy with another one.
    func update(_ job: ImportJobRecord) throws

    /// Adds a piece of a file; one that is there stays.
    func insert(_ chunk: ImportChunk, sealed: [UInt8]) throws

    /// Removes the pieces of a job's files, but for those of one upload.
    func deleteImportChunks(of run: ImportRun, exceptUpload uploadID: String?) throws
}
