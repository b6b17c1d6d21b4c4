// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// A job that imports users from a CSV file, as it is kept.
package struct ImportJobRecord: Sendable, Equatable {
    /// Where a job stands, in the words of the service.
    package enum Status: String, Sendable, CaseIterable {
        case created = "Created"
        case pending = "Pending"
        case inProgress = "InProgress"
        case stopping = "Stopping"
        case stopped = "Stopped"
        case succeeded = "Succeeded"
        case failed = "Failed"
        case expired = "Expired"

        /// Whether the job is the one that its pool is busy with.
        package var isRunning: Bool { self == .pending || self == .inProgress || self == .stopping }
    }

    /// A file that was received as a whole.
    package struct Upload: Sendable, Equatable {
        package let id: String
        /// How many lines it has, the header included.
        package let lines: Int

        /// Creates the note of an upload.
        package init(id: String, lines: Int) {
            self.id = id
            self.lines = lines
        }
    }

    /// How far the job has come.
    package struct Progress: Sendable, Equatable {
        /// Bytes of the file that were worked off.
        package var offset = 0
        /// Lines that were worked off, the header included.
        package var line = 0
        package var imported = 0
        package var skipped = 0
        package var failed = 0

        /// Creates the progress of a job that has not begun, or that has come this far.
        package init(offset: Int = 0, line: Int = 0, imported: Int = 0, skipped: Int = 0, failed: Int = 0) {
            self.offset = offset
            self.line = line
            self.imported = imported
            self.skipped = skipped
            self.failed = failed
        }
    }

    package let id: String
    package let poolID: String
    package let name: String
    package let logsRoleARN: String
    /// What the hashes in the file were made with; `nil` when it has none.
    package let hashing: PasswordHashingAlgorithmType?
    package var status = Status.created
    /// The file that counts: the last one that arrived as a whole.
    package var upload: Upload?
    /// The upload that is arriving; an older one that still sends is turned away.
    package var arrivingUploadID: String?
    package var progress = Progress()
    package let createdAt: Date
    /// After this moment a job that was not started cannot be started any more.
    package let expiresAt: Date
    package var startedAt: Date?
    package var completedAt: Date?
    package var completionMessage: String?

    /// Creates the row of a job that was not started.
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

/// Names the job that a pool is busy with.
package struct ImportRun: Sendable, Hashable {
    package let poolID: String
    package let jobID: String

    /// Names a job of a pool.
    package init(poolID: String, jobID: String) {
        self.poolID = poolID
        self.jobID = jobID
    }
}

/// Names one piece of an uploaded file.
package struct ImportChunk: Sendable, Hashable {
    package let run: ImportRun
    package let uploadID: String
    /// Counted from 0; all pieces but the last have the same length.
    package let position: Int

    /// Names a piece.
    package init(run: ImportRun, uploadID: String, position: Int) {
        self.run = run
        self.uploadID = uploadID
        self.position = position
    }
}
