// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Import jobs and their files.
    package static let imports: [StoreContractRule] = [
        StoreContractRule("an import job comes back as it was written, and changed as it was changed") { database in
            let store = try await userPools(in: database)
            let first = importJob("import-a", inPool: "p")
            let second = workedOff(first)
            try await store.write { store in
                try store.insert(first)
                #expect(try store.importJob("import-a", inPool: "p") == first)
                #expect(throws: StoreConflict.taken("import-a")) { try store.insert(first) }
                try store.update(second)
                #expect(try store.importJob("import-a", inPool: "p") == second)
                #expect(try store.importJob("import-a", inPool: "q") == nil)
            }
            await #expect(throws: StorageError.missingRow("import_jobs")) {
                try await store.write { store in try store.update(importJob("import-b", inPool: "p")) }
            }
        },
        StoreContractRule("import jobs come by page, the newest first") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for (id, age) in [("import-a", 2.0), ("import-b", 1), ("import-c", 1)] {
                    try store.insert(importJob(id, inPool: "p", age: age))
                }
                try store.insert(importJob("import-d", inPool: "q"))
                func page(after id: String?, _ limit: Int) throws -> [String] {
                    try store.importJobs(ofPool: "p", after: id, limit: limit).map(\.id)
                }
                #expect(try page(after: nil, 2) == ["import-c", "import-b"])
                #expect(try page(after: "import-c", 1) == ["import-b"])
                #expect(try page(after: "import-b", 9) == ["import-a"])
                #expect(try page(after: "import-a", 9).isEmpty)
                #expect(try page(after: "import-d", 9).isEmpty)
            }
        },
        StoreContractRule("a pool is busy with one import job at the most") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var first = importJob("import-a", inPool: "p")
                var second = importJob("import-b", inPool: "p")
                for job in [first, second, importJob("import-c", inPool: "q")] { try store.insert(job) }
                #expect(try store.importRun(inPool: "p") == nil)
                first.status = .pending
                try store.update(first)
                try store.update(first)
                second.status = .pending
                #expect(throws: StoreConflict.taken("import-a")) { try store.update(second) }
                #expect(try store.importRuns(afterPool: nil, limit: 9).map(\.jobID) == ["import-a"])
                #expect(try store.importRuns(afterPool: "p", limit: 9).isEmpty)
                first.status = .stopped
                try store.update(first)
                #expect(try store.importRun(inPool: "p") == nil)
                try store.update(second)
                #expect(try store.importRun(inPool: "p")?.jobID == "import-b")
            }
        },
        StoreContractRule("the pieces of a file are kept by upload, and all but one upload's go") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for (upload, position) in [("one", 0), ("one", 1), ("two", 0)] {
                    try store.insert(chunk(upload, position), sealed: [UInt8(position + 1)])
                }
                try store.insert(chunk("one", 0), sealed: [9])
                #expect(try store.importChunk(chunk("one", 0)) == [1])
                #expect(try store.importChunk(chunk("one", 2)) == nil)
                let run = chunk("one", 0).run
                try store.deleteImportChunks(of: run, exceptUpload: "one")
                #expect(try store.importChunk(chunk("two", 0)) == nil)
                #expect(try store.importChunk(chunk("one", 1)) == [2])
                try store.deleteImportChunks(of: run, exceptUpload: nil)
                #expect(try store.importChunk(chunk("one", 1)) == nil)
            }
        },
        StoreContractRule("an import job that was not started in time expires, and its file goes") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var unstarted = importJob("import-a", inPool: "p")
                unstarted.upload = ImportJobRecord.Upload(id: "one", lines: 2)
                var started = importJob("import-b", inPool: "p")
                for job in [unstarted, started] { try store.insert(job) }
                try store.update(unstarted)
                try store.insert(chunk("one", 0), sealed: [1])
                started.status = .pending
                try store.update(started)
                _ = try store.purgeExpired(before: unstarted.expiresAt, limit: 9)
                #expect(try store.importJob("import-a", inPool: "p") == unstarted)
                _ = try store.purgeExpired(before: unstarted.expiresAt.addingTimeInterval(1), limit: 9)
                #expect(try store.importJob("import-a", inPool: "p")?.status == .expired)
                #expect(try store.importJob("import-a", inPool: "p")?.upload == nil)
                #expect(try store.importChunk(chunk("one", 0)) == nil)
                #expect(try store.importJob("import-b", inPool: "p")?.status == .pending)
            }
        },
        StoreContractRule("a pool takes its import jobs along") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var job = importJob("import-a", inPool: "p")
                try store.insert(job)
                job.status = .pending
                try store.update(job)
                try store.insert(chunk("one", 0), sealed: [1])
                try store.deleteUserPool("p")
                #expect(try store.importJob("import-a", inPool: "p") == nil)
                #expect(try store.importRun(inPool: "p") == nil)
                #expect(try store.importChunk(chunk("one", 0)) == nil)
            }
        },
    ]

    private static func importJob(_ id: String, inPool poolID: String, age: Double = 0) -> ImportJobRecord {
        ImportJobRecord(
            id: id, poolID: poolID, name: "a \"b\" ü", logsRoleARN: "arn:aws:iam::1:role/logs",
            hashing: .bcrypt, createdAt: moment(-age), expiresAt: moment(100))
    }

    private static func workedOff(_ job: ImportJobRecord) -> ImportJobRecord {
        var job = job
        job.status = .failed
        job.upload = ImportJobRecord.Upload(id: "one", lines: 7)
        job.arrivingUploadID = "two"
        job.progress = ImportJobRecord.Progress(offset: 1, line: 2, imported: 3, skipped: 4, failed: 5)
        job.startedAt = moment(1)
        job.completedAt = moment(2)
        job.completionMessage = "Too many users."
        return job
    }

    private static func chunk(_ uploadID: String, _ position: Int) -> ImportChunk {
        ImportChunk(run: ImportRun(poolID: "p", jobID: "import-a"), uploadID: uploadID, position: position)
    }
}
