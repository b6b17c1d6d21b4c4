// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire

/// What may follow what in the life of a job.
///
/// A stop that is asked for and the end of the file never overtake each other: whoever writes first decides, and the
/// other finds a status that the step cannot begin at.
extension ImportJobRecord {
    /// How long a job that was not started can be.
    static let patience: TimeInterval = 24 * 3_600

    /// Names the job to the store.
    var run: ImportRun { ImportRun(poolID: poolID, jobID: id) }

    /// Where the job stands at a moment: one that was never started expires by itself.
    func status(at now: Date) -> Status {
        status == .created && now >= expiresAt ? .expired : status
    }

    /// Asks for the job to be run.
    /// - Throws: `PreconditionNotMetException` for a job that was started before, or has no file.
    mutating func start(at now: Date) throws(ServiceFault) {
        try require(.created, at: now)
        guard upload != nil else {
            throw ServiceFault(.preconditionNotMet, "No CSV file has been uploaded for this job.")
        }
        status = .pending
        startedAt = now
        arrivingUploadID = nil
    }

    /// Asks for the job to be stopped between two rows.
    /// - Throws: `PreconditionNotMetException` for a job that does not run.
    mutating func stop(at now: Date) throws(ServiceFault) {
        guard status == .pending || status == .inProgress else {
            throw Self.isWrong(status(at: now))
        }
        status = .stopping
    }

    /// The job at work, behind its header at least.
    func begun(behind header: ImportLine) -> ImportJobRecord {
        var job = self
        job.status = .inProgress
        if job.progress.line == 0 {
            job.progress.line = 1
            job.progress.offset = header.length
        }
        return job
    }

    /// Ends the job.
    mutating func end(as status: Status, _ message: String?, at now: Date) {
        self.status = status
        completionMessage = message
        completedAt = now
    }

    /// - Throws: `PreconditionNotMetException` unless the job stands at `needed`.
    func require(_ needed: Status, at now: Date) throws(ServiceFault) {
        let present = status(at: now)
        guard present == needed else { throw Self.isWrong(present) }
    }

    private static func isWrong(_ status: Status) -> ServiceFault {
        ServiceFault(.preconditionNotMet, "The job's status does not allow this: it is \(status.rawValue).")
    }
}

extension UserPoolReading {
    /// The job with this id.
    /// - Throws: `ResourceNotFoundException` when the pool or the job does not exist.
    func existingImportJob(_ id: String, inPool poolID: String) throws -> ImportJobRecord {
        let pool = try existingPool(poolID)
        guard let job = try importJob(id, inPool: pool.id) else {
            throw ServiceFault(.resourceNotFound, "Import job \(id) does not exist.")
        }
        return job
    }

    /// Keeps a pool as it is while users are being imported into it.
    /// - Throws: `UserImportInProgressException` while a job runs.
    func refuseDuringImport(intoPool poolID: String) throws {
        guard try importRun(inPool: poolID) == nil else {
            throw ServiceFault(.userImportInProgress, "Users are being imported into this user pool.")
        }
    }
}
