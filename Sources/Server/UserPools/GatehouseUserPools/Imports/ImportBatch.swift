// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

/// A batch of checked rows of a file, for the transaction that creates their users.
struct ImportBatch: Sendable {
    /// A row before the store has checked whether its names are free.
    private enum Candidate: Sendable {
        case user(UserRecord)
        case failed(ImportRefusal)
        /// The line is blank.
        case blank
    }

    private let job: ImportJobRecord
    private let pool: UserPoolRecord
    private let candidates: [Candidate]
    private let length: Int

    /// Checks lines of the file, which begin at the job's progress.
    init(
        _ lines: [ImportLine], of job: ImportJobRecord, as columns: ImportColumns, into pool: UserPoolRecord,
        by runner: ImportRunner
    ) {
        let now = runner.clock.now
        self.job = job
        self.pool = pool
        length = lines.reduce(0) { $0 + $1.length }
        candidates = lines.map { line in
            guard !ImportRow.isBlank(line) else { return .blank }
            do throws(ImportRefusal) {
                return .user(try Self.user(from: columns.values(of: line), of: job, in: pool, by: runner, at: now))
            } catch {
                return .failed(error)
            }
        }
    }

    private static func user(
        from values: [String: String], of job: ImportJobRecord, in pool: UserPoolRecord, by runner: ImportRunner,
        at now: Date
    ) throws(ImportRefusal) -> UserRecord {
        var user = try ImportedUser.make(from: values, sub: runner.entropy.uuid(), in: pool, at: now)
        if let hash = try ImportedUser.hash(in: values, by: job.hashing) {
            user.password = runner.passwords.keep(hash, poolID: pool.id, sub: user.sub, at: now)
            user.status = .confirmed
        }
        return user
    }

    /// Saves the users and the job's progress; a batch without lines means the end of the file.
    func save(in store: any UserPoolWriting, at now: Date) throws -> ImportReport {
        var job = job
        guard !candidates.isEmpty else {
            let isSuccess = job.progress.imported > 0 || job.progress.skipped + job.progress.failed == 0
            try store.end(&job, as: isSuccess ? .succeeded : .failed, isSuccess ? nil : Self.tooMany, at: now)
            return ImportReport(run: job.run, job: job)
        }
        var rows: [ImportReport.Row] = []
        for candidate in candidates {
            job.progress.line += 1
            guard let fate = try fate(of: candidate, in: store) else { continue }
            rows.append(ImportReport.Row(line: job.progress.line, fate: fate))
        }
        job.progress.offset += length
        job.progress.count(rows)
        try store.update(job)
        return ImportReport(run: job.run, rows: rows, job: job)
    }

    /// Creates the user of a row, if the row is valid and its names are free.
    private func fate(of candidate: Candidate, in store: any UserPoolWriting) throws -> ImportReport.Fate? {
        switch candidate {
        case .blank: return nil
        case .failed(let refusal): return .failed(refusal)
        case .user(let user):
            let own = Set(UserNames.fromTheStart(for: user, in: pool).map(\.value))
            do {
                try store.insert(user, names: UserNames.active(for: user, in: pool))
                return .imported
            } catch StoreConflict.taken(let name) {
                return own.contains(name) ? .skipped : .failed(.aliasTaken)
            }
        }
    }

    private static let tooMany = "Too many users have failed or been skipped during the import."
}

extension ImportJobRecord.Progress {
    fileprivate mutating func count(_ rows: [ImportReport.Row]) {
        for row in rows {
            switch row.fate {
            case .imported: imported += 1
            case .skipped: skipped += 1
            case .failed: failed += 1
            }
        }
    }
}
