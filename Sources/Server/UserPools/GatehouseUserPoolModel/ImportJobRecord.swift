// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// A job that imports users from a CSV file, as the store keeps it.
package struct ImportJobRecord: Sendable, Equatable {
    /// The status of a job, with the service's names.
    package enum Status: String, Sendable, CaseIterable {
        case created = "Created"
        case pending = "Pending"
        case inProgress = "InProgress"
        case stopping = "Stopping"
        case stopped = "Stopped"
        case succeeded = "Succeeded"
        case failed = "Failed"
        case expired = "Expired"

        /// Whether the job is its pool's running job.
        package var isRunning: Bool { self == .pending || self == .inProgress || self == .stopping }
    }

    /// A file that was received completely.
    package struct Upload: Sendable, Equatable {
        /// The id under which the chunks of the file are stored.
        package let id: String
        /// The number of lines, including the header.
        package let lines: Int

        /// Creates the record of an upload.
        package init(id: String, lines: Int) {
            self.id = id
            self.lines = lines
        }
    }

    /// The progress of a job.
    package struct Progress: Sendable, Equatable {
        /// The number of processed bytes of the file.
        package var offset = 0
        /// The number of processed lines, including the header.
        package var line = 0
        /// The number of created users.
        package var imported = 0
        /// The number of rows whose user name existed already.
        package var skipped = 0
        /// The number of invalid rows, and of rows whose alias belongs to another user.
        package var failed = 0

        /// Creates a progress; without arguments, the counts of a job that has not begun.
        package init(offset: Int = 0, line: Int = 0, imported: Int = 0, skipped: Int = 0, failed: Int = 0) {
            self.offset = offset
            self.line = line
            self.imported = imported
            self.skipped = skipped
            self.failed = failed
        }
    }

    /// The job's id: `import-` and random characters.
    package let id: String
    /// The id of the user pool that receives the users.
    package let poolID: String
    /// The name from the request, which need not be unique.
    package let name: String
    /// The IAM role for CloudWatch Logs from the request, which has no effect.
    package let logsRoleARN: String
    /// The algorithm of the password hashes in the file; `nil` if it has none.
    package let hashing: PasswordHashingAlgorithmType?
    /// The state of the job.
    package var status = Status.created
    /// The file to import: the last one that was received completely.
    package var upload: Upload?
    /// The upload in progress; the server rejects further data of an earlier one.
    package var arrivingUploadID: String?
    /// The numbers of rows so far.
    package var progress = Progress()
    /// The time at which the job was created.
    package let createdAt: Date
    /// The time after which the job can no longer be started.
    package let expiresAt: Date
    /// The time of the start; `nil` before it.
    package var startedAt: Date?
    /// The time of the end; `nil` before it.
    package var completedAt: Date?
    /// The reason for the end of a job, if it did not succeed.
    package var completionMessage: String?

    /// Creates the record of a job that was not started.
    package init(
        id: String, poolID: String, name: String, logsRoleARN: String, hashing: PasswordHashingAlgorithmType?,
        createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.name = name
        self.logsRoleARN = logsRoleARN
        self.hashing = hashing
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// The key of an import job, used above all for the one that its pool runs.
package struct ImportRun: Sendable, Hashable {
    /// The id of the user pool that receives the users.
    package let poolID: String
    /// The id of the job in the pool.
    package let jobID: String

    /// Creates the key of a job.
    package init(poolID: String, jobID: String) {
        self.poolID = poolID
        self.jobID = jobID
    }
}

/// The key of a chunk of an uploaded file.
package struct ImportChunk: Sendable, Hashable {
    package let run: ImportRun
    /// The id of the upload that the chunk is a part of.
    package let uploadID: String
    /// The chunk's index, from 0; all chunks but the last have the same length.
    package let position: Int

    /// Creates the key of a chunk.
    package init(run: ImportRun, uploadID: String, position: Int) {
        self.run = run
        self.uploadID = uploadID
        self.position = position
    }
}

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

    /// Removes the chunks of a job's files, except the chunks of one upload.
    func deleteImportChunks(of run: ImportRun, exceptUpload uploadID: String?) throws
}
