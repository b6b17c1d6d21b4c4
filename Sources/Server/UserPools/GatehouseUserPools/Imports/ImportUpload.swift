// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The upload of a file for an import job.
///
/// The file is stored in encrypted chunks. The last complete file counts, so an interrupted upload changes nothing. Of
/// two simultaneous uploads, the one that began later continues.
package struct ImportUpload: Sendable {
    private let reception: ImportReception
    private let run: ImportRun
    private let id: String
    private var waiting: [UInt8] = []
    private var position = 0
    private var size = 0
    private var lines = 0
    private var lastByte: UInt8?

    fileprivate init(_ reception: ImportReception, run: ImportRun, id: String) {
        self.reception = reception
        self.run = run
        self.id = id
    }

    /// Appends bytes to the file.
    ///
    /// - Throws: ``ImportUploadRefusal``, or the store's error.
    package mutating func append(_ bytes: some Collection<UInt8>) async throws {
        size += bytes.count
        guard size <= ImportFile.mostBytes else { throw ImportUploadRefusal.tooLarge }
        waiting += bytes
        var start = 0
        while waiting.count - start >= ImportFile.chunkSize {
            try await write(Array(waiting[start..<start + ImportFile.chunkSize]))
            start += ImportFile.chunkSize
        }
        waiting.removeFirst(start)
    }

    /// Completes the upload and makes this file the job's file.
    ///
    /// - Throws: ``ImportUploadRefusal``, or the store's error.
    package mutating func finish() async throws {
        if !waiting.isEmpty { try await write(waiting) }
        if lastByte != UInt8(ascii: "\n"), lastByte != nil { lines += 1 }
        let upload = ImportJobRecord.Upload(id: id, lines: lines)
        let (run, now) = (run, reception.clock.now)
        try await reception.records.store.write { store in
            var job = try store.job(awaiting: upload.id, of: run, at: now)
            job.upload = upload
            job.arrivingUploadID = nil
            try store.update(job)
            try store.deleteImportChunks(of: run, exceptUpload: upload.id)
        }
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        let chunk = ImportChunk(run: run, uploadID: id, position: position)
        let sealed = ImportFile.seal(bytes, as: chunk, by: reception.sealer)
        let now = reception.clock.now
        try await reception.records.store.write { store in
            _ = try store.job(awaiting: chunk.uploadID, of: chunk.run, at: now)
            try store.insert(chunk, sealed: sealed)
        }
        position += 1
        lines += bytes.count { $0 == UInt8(ascii: "\n") }
        lastByte = bytes.last
    }
}

/// Receives the files of import jobs.
package struct ImportReception: Sendable {
    let records: UserPoolRecords
    let urls: UploadURLs
    let sealer: Sealer
    let entropy: Entropy
    let clock: WallClock

    /// Begins an upload to a URL of ``UploadURLs``.
    ///
    /// - Throws: ``ImportUploadRefusal``, or the store's error.
    package func receive(
        poolID: String, jobID: String, expiry: String, signature: String
    ) async throws -> ImportUpload {
        let run = ImportRun(poolID: poolID, jobID: jobID)
        let now = clock.now
        try urls.check(expiry: expiry, signature: signature, for: run, at: now)
        let id = entropy.uuid()
        try await records.store.write { store in
            guard var job = try store.importJob(run.jobID, inPool: run.poolID), job.status(at: now) == .created else {
                throw ImportUploadRefusal.notAwaited
            }
            job.arrivingUploadID = id
            try store.update(job)
            try store.deleteImportChunks(of: run, exceptUpload: job.upload?.id)
        }
        return ImportUpload(self, run: run, id: id)
    }
}

extension UserPoolReading {
    /// Returns the job, if it still expects this upload.
    ///
    /// - Throws: ``ImportUploadRefusal`` if it does not.
    fileprivate func job(awaiting uploadID: String, of run: ImportRun, at now: Date) throws -> ImportJobRecord {
        guard let job = try importJob(run.jobID, inPool: run.poolID), job.status(at: now) == .created else {
            throw ImportUploadRefusal.notAwaited
        }
        guard job.arrivingUploadID == uploadID else { throw ImportUploadRefusal.superseded }
        return job
    }
}
