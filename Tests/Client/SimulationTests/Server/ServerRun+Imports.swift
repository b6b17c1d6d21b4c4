// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseUserPoolModel

/// Imports of users.
extension ServerRun {
    /// A job as the database has it.
    private struct Job {
        let id: String
        let status: String
        let imported: Int
        let skipped: Int
        let failed: Int
    }

    /// What the database has of imports.
    private struct Imports {
        let jobs: [Job]
        let users: Int

        /// Whether a job is under way.
        var areRunning: Bool {
            jobs.contains { job in ImportJobRecord.Status(rawValue: job.status)?.isRunning == true }
        }
    }

    /// The most steps of all jobs of a run.
    private static let longestImports = 100

    /// Lets the started jobs come to their end, and checks that each line was acted on once.
    func settleImports() async throws {
        guard importFiles > 0 else { return }
        var steps = 0
        while steps < Self.longestImports, try imports().areRunning {
            try await make([ServerMove(kind: .advanceImports, user: "", pick: 0, delay: 0)])
            steps += 1
        }
        let found = try imports()
        let done = found.jobs.filter { $0.status == ImportJobRecord.Status.succeeded.rawValue }
        for job in found.jobs where job.imported + job.skipped + job.failed > 0 {
            guard job.imported == SimulatedImport.users, job.skipped == 0, job.failed == 0,
                done.contains(where: { $0.id == job.id })
            else {
                let counts = "\(job.imported) imported, \(job.skipped) skipped, \(job.failed) failed"
                throw BrokenPromise(.linesCountOnce, "\(job.status), \(counts), of \(SimulatedImport.users) lines")
            }
        }
        guard found.users == done.count * SimulatedImport.users else {
            throw BrokenPromise(.linesCountOnce, "\(done.count) jobs have left \(found.users) users")
        }
        guard startedImports.isSubset(of: Set(done.map(\.id))) else {
            throw BrokenPromise(.acknowledgedMeansKept, "a job that was started has not ended")
        }
    }

    private func imports() throws -> Imports {
        let storage = medium.database
        return try stage.offStage {
            try await storage.read { reader in
                let jobs = try reader.query("SELECT id, status, imported, skipped, failed FROM import_jobs")
                let names = "\(SimulatedImport.prefix)%"
                return Imports(
                    jobs: try jobs.map { row in
                        Job(
                            id: try row[0], status: try row[1], imported: try row[2], skipped: try row[3],
                            failed: try row[4])
                    },
                    users: try reader.query("SELECT sub FROM users WHERE username LIKE \(names)").count)
            }
        }
    }
}
