// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

@Suite(.hangLimit)
struct SharedCommitTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.path("gatehouse.db"), busySeconds: 0)
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY REFERENCES things (id))")
        }
    }

    @Test func `when the shared commit fails every writer in it gets the error`() async throws {
        let outcomes = try await outcomes(of: (0..<10).map { id in (id, id == 3 ? .breaksTheCommit : .inserts) })
        #expect(outcomes == Array(repeating: .foreignKeyViolation, count: 10))
        #expect(try await ids() == [])
    }

    @Test func `a writer that throws does not spoil the commit it shares`() async throws {
        let outcomes = try await outcomes(of: (0..<10).map { id in (id, id == 3 ? .throws : .inserts) })
        #expect(outcomes.filter { outcome in outcome == nil }.count == 9)
        #expect(outcomes[3] == .busy)
        #expect(try await ids() == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    }

    @Test func `writers are served in the order in which they came`() async throws {
        try await database.write { connection in try connection.execute("CREATE TABLE log (id BIGINT)") }
        try await withThrowingTaskGroup(of: Void.self) { [database] group in
            try await holdingTheWriter(of: database) {
                for id in 0..<20 {
                    group.addTask { try await log(id, in: database) }
                    while database.waitingWrites <= id { await Task.yield() }
                }
            }
            try await group.waitForAll()
        }
        let order = try await database.read { reader in
            try reader.query("SELECT id FROM log ORDER BY rowid").map { row in try row[0] as Int }
        }
        #expect(order == Array(0..<20))
    }

    @Test func `a waiting write whose client has gone is dropped, unless its request has written before`() async throws
    {
        try await database.write { connection in try connection.execute("CREATE TABLE log (id BIGINT)") }
        let (gone, busy) = (ClientPresence(), ClientPresence())
        busy.beginWriting()
        let dropped = try await withThrowingTaskGroup(of: Bool.self) { [database] group in
            try await holdingTheWriter(of: database) {
                for (id, presence) in [gone, busy].enumerated() {
                    group.addTask {
                        do {
                            try await ClientPresence.$current.withValue(presence) { try await log(id, in: database) }
                            return false
                        } catch is ClientGone {
                            return true
                        }
                    }
                    while database.waitingWrites <= id { await Task.yield() }
                    presence.leave()
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(dropped == 1)
        let ids = try await database.read { reader in
            try reader.query("SELECT id FROM log").map { row in try row[0] as Int }
        }
        #expect(ids == [1])
    }

    @Test func `more writers than one batch holds are all served`() async throws {
        let outcomes = try await outcomes(of: (0..<600).map { id in (id, .inserts) })
        #expect(outcomes.allSatisfy { outcome in outcome == nil })
        #expect(try await ids().count == 600)
    }

    @Test func `a request that stays on a compute thread commits there, while another thread is free`() async throws {
        // Every write that is committed elsewhere needs another job to go on after it.
        let alone = try await jobs(onThreads: 1, writing: 0..<3)
        var count = 3
        var beside: Int
        repeat {
            // The writer's queue may not have ended what it committed before, and takes these writes then.
            beside = try await jobs(onThreads: 2, writing: count..<count + 3)
            count += 3
        } while beside == alone
        #expect(alone - beside <= 3)
        #expect(try await ids() == Array(0..<count))
    }

    @Test func `writes that come during a commit on a compute thread are committed after it`() async throws {
        let threads = CountedThreads()
        let pool = ComputePool.unbounded(2, of: threads)
        let admitted = try admittedRequest()
        try await withThrowingTaskGroup(of: Void.self) { [database] group in
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let release = DispatchSemaphore(value: 0)
            group.addTask {
                try await AdmittedRequest.$current.withValue(admitted) {
                    try await pool.staying { () async throws -> Void in
                        try await database.write { connection in
                            begin.finish()
                            release.wait()
                            try connection.execute("INSERT INTO things (id) VALUES (0)")
                        }
                    }
                }
            }
            for await _ in begun {}
            for id in 1..<5 {
                group.addTask { () async throws -> Void in
                    try await database.write { connection throws -> Void in
                        try connection.execute("INSERT INTO things (id) VALUES (\(id))")
                    }
                }
                while database.waitingWrites < id { await Task.yield() }
            }
            release.signal()
            try await group.waitForAll()
        }
        admitted.leave()
        #expect(try await ids() == [0, 1, 2, 3, 4])
    }

    @Test func `a lock held by another process is named busy`() async throws {
        let other = try SQLiteDatabase(path: folder.path("gatehouse.db"), busySeconds: 0)
        try await holdingTheWriter(of: database) {
            await #expect(throws: StorageError.busy) {
                try await other.write { connection in try connection.execute("DELETE FROM things") }
            }
        }
    }

    @Test func `a full disk is named, and writing goes on when there is room`() async throws {
        let isFull = try await error { connection in
            _ = try connection.query("PRAGMA max_page_count = 4")
            for id in 0..<10_000 { try connection.execute("INSERT INTO things (id) VALUES (\(id))") }
        }
        #expect(isFull == .full)
        #expect(try await ids() == [])
        let hasRoom = try await error { connection in
            _ = try connection.query("PRAGMA max_page_count = 4000")
            try connection.execute("INSERT INTO things (id) VALUES (1)")
        }
        #expect(hasRoom == nil)
    }

    private func log(_ id: Int, in database: SQLiteDatabase) async throws {
        try await database.write { connection in try connection.execute("INSERT INTO log (id) VALUES (\(id))") }
    }

    // MARK: - Requests on compute threads

    private func admittedRequest() throws -> AdmittedRequest {
        let admission = Admission.unlimited()
        return try admission.admit(admission.kind(.beginning))
    }

    /// The number of jobs of a request that stays on one of some compute threads and writes rows.
    private func jobs(onThreads count: Int, writing ids: Range<Int>) async throws -> Int {
        let threads = CountedThreads()
        let pool = ComputePool.unbounded(count, of: threads)
        let admitted = try admittedRequest()
        try await AdmittedRequest.$current.withValue(admitted) { [database] in
            try await pool.staying { () async throws -> Void in
                for id in ids {
                    try await database.write { connection in
                        try connection.execute("INSERT INTO things (id) VALUES (\(id))")
                    }
                }
            }
        }
        admitted.leave()
        return threads.jobs
    }

    // MARK: - Writers

    private enum Manner: Sendable {
        case inserts
        case `throws`
        case breaksTheCommit
    }

    /// Holds the writers until all have arrived, then releases them; returns the errors in the order of the writers.
    private func outcomes(of writers: [(id: Int, manner: Manner)]) async throws -> [StorageError?] {
        try await withThrowingTaskGroup(of: (Int, StorageError?).self) { group in
            try await holdingTheWriter(of: database) { [database] in
                for writer in writers {
                    group.addTask { (writer.id, try await error { try write(writer.id, writer.manner, $0) }) }
                }
                while database.waitingWrites < writers.count { await Task.yield() }
            }
            var outcomes: [StorageError?] = Array(repeating: nil, count: writers.count)
            for try await (id, outcome) in group { outcomes[id] = outcome }
            return outcomes
        }
    }

    private func write(_ id: Int, _ manner: Manner, _ connection: any SQLConnection) throws {
        switch manner {
        case .inserts: try connection.execute("INSERT INTO things (id) VALUES (\(id))")
        case .throws:
            try connection.execute("INSERT INTO things (id) VALUES (\(id))")
            throw StorageError.busy
        case .breaksTheCommit:
            _ = try connection.query("PRAGMA defer_foreign_keys = ON")
            try connection.execute("CREATE TABLE orphans (id BIGINT REFERENCES things (id))")
            try connection.execute("INSERT INTO orphans (id) VALUES (99)")
        }
    }

    private func error(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws -> StorageError? {
        do {
            try await database.write(body)
            return nil
        } catch let error as StorageError {
            return error
        }
    }

    private func ids() async throws -> [Int] {
        try await database.read { reader in
            try reader.query("SELECT id FROM things ORDER BY id").map { row in try row[0] }
        }
    }
}

/// Threads that count their jobs.
private final class CountedThreads: LaneThreads {
    private let queue = DispatchQueue(label: "counted jobs", attributes: .concurrent)
    private let begun = Mutex(0)

    var jobs: Int { begun.withLock(\.self) }

    func run(_ work: LaneWork) {
        queue.async { [self] in
            var next: LaneWork? = work
            while let work = next {
                begun.withLock { $0 += 1 }
                work.run()
                next = work.end(1)
            }
        }
    }
}
