// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire

/// The steps of an import job and the states in which they are allowed.
///
/// A request to stop and the end of the file cannot conflict: the first transaction decides, and the other step finds a
/// status that does not allow it.
extension ImportJobRecord {
    /// The time after which a job that was not started expires, in seconds.
    static let patience: TimeInterval = 24 * 3_600

    /// The key of the job in the store.
    var run: ImportRun { ImportRun(poolID: poolID, jobID: id) }

    /// Returns the status at a time; a job that was never started expires by itself.
    func status(at now: Date) -> Status {
        status == .created && now >= expiresAt ? .expired : status
    }

    /// Marks the job as pending.
    ///
    /// - Throws: `PreconditionNotMetException` for a job that was started before, or that has no file.
    mutating func start(at now: Date) throws(ServiceFault) {
        try require(.created, at: now)
        guard upload != nil else {
            throw ServiceFault(.preconditionNotMet, "No CSV file has been uploaded for this job.")
        }
        status = .pending
        startedAt = now
        arrivingUploadID = nil
    }

    /// Marks the job as stopping; it stops between two rows.
    ///
    /// - Throws: `PreconditionNotMetException` for a job that does not run.
    mutating func stop(at now: Date) throws(ServiceFault) {
        guard status == .pending || status == .inProgress else {
            throw Self.isWrong(status(at: now))
        }
        status = .stopping
    }

    /// Returns the job as in progress, with at least its header processed.
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

    /// Checks the status of the job.
    ///
    /// - Throws: `PreconditionNotMetException` if it is not `needed`.
    func require(_ needed: Status, at now: Date) throws(ServiceFault) {
        let present = status(at: now)
        guard present == needed else { throw Self.isWrong(present) }
    }

    private static func isWrong(_ status: Status) -> ServiceFault {
        ServiceFault(.preconditionNotMet, "The job's status does not allow this: it is \(status.rawValue).")
    }
}

extension UserPoolReading {
    /// Returns the job with an id.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or job.
    func existingImportJob(_ id: String, inPool poolID: String) throws -> ImportJobRecord {
        let pool = try existingPool(poolID)
        guard let job = try importJob(id, inPool: pool.id) else {
            throw ServiceFault(.resourceNotFound, "Import job \(id) does not exist.")
        }
        return job
    }

    /// Rejects changes to a pool during an import.
    ///
    /// - Throws: `UserImportInProgressException` while a job runs.
    func refuseDuringImport(intoPool poolID: String) throws {
        guard try importRun(inPool: poolID) == nil else {
            throw ServiceFault(.userImportInProgress, "Users are being imported into this user pool.")
        }
    }
}
