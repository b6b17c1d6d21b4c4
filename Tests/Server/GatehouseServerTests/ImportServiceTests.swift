// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Logging
import Synchronization
import Testing

@testable import GatehouseUserPools

@Suite(.hangLimit) struct ImportServiceTests {
    @Test func `a started job runs to its end, and the log names lines and reasons and no value`() async throws {
        let gatehouse = try await TestGatehouse()
        let poolID = try await gatehouse.makeUserPool()
        let job = try await gatehouse.startImport(
            of: ["good-name", "bad name", "good-name"].map(Self.row), intoPool: poolID)
        let lines = LogLines()
        try await run(gatehouse.installation.userPools.importRunner, on: gatehouse.clock, logger: lines.logger)
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let ended = try await service.describeUserImportJob(
            DescribeUserImportJobRequest(userPoolId: poolID, jobId: job.jobId ?? ""))
        #expect(ended.userImportJob?.status == .succeeded)
        let log = lines.all
        #expect(log.contains { $0.hasPrefix("notice Row failed") && $0.contains("line=3") && $0.contains("reason=") })
        #expect(log.contains { $0.hasPrefix("info Row skipped") && $0.contains("line=4") })
        #expect(log.contains { $0.hasPrefix("notice Import job ended") && $0.contains("imported=1") })
        #expect(!log.contains { $0.contains("good-name") || $0.contains("bad name") || $0.contains("example.com") })
    }

    @Test func `a job that cannot go on rests, is tried again, and holds up no other`() async throws {
        let gatehouse = try await TestGatehouse()
        let pools = [try await gatehouse.makeUserPool(), try await gatehouse.makeUserPool()].sorted()
        // Three steps each: two of a hundred rows, and the last.
        let names = (0..<200).map { "name-\($0)" }
        for pool in pools { _ = try await gatehouse.startImport(of: names.map(Self.row), intoPool: pool) }
        let jobs = StumblingJobs(pools: gatehouse.installation.userPools, stumbling: pools[0])
        let lines = LogLines()
        try await run(jobs, on: gatehouse.clock, logger: lines.logger)
        #expect(jobs.stumbles == 1)
        #expect(lines.all.filter { $0.hasPrefix("warning An import job could not continue") }.count == 1)
        #expect(lines.all.filter { $0.hasPrefix("notice Import job ended") }.count == 1)
        try await run(jobs, on: gatehouse.clock, logger: lines.logger, untilPause: 3) { number in
            if number == 2 { gatehouse.clock.advance(by: ImportService.rest) }
        }
        #expect(jobs.stumbles == 3)
    }

    @Test func `a failure that lasts is logged once a minute`() async throws {
        let lines = LogLines()
        try await run(NoJobs(), on: TestClock(), logger: lines.logger, untilPause: 20)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("warning An import job could not continue") == true)
    }

    @Test func `a file that cannot be opened ends its job, and the cause is logged`() async throws {
        let gatehouse = try await TestGatehouse()
        let poolID = try await gatehouse.makeUserPool()
        _ = try await gatehouse.startImport(of: [Self.row("good-name")], intoPool: poolID)
        let pools = gatehouse.installation.userPools
        let job = try #require(try await pools.importRunner.importRuns().first)
        try await pools.records.write { store in
            let upload = try store.importJob(job.jobID, inPool: job.poolID)?.upload?.id ?? ""
            try store.deleteImportChunks(of: job, exceptUpload: nil)
            try store.insert(ImportChunk(run: job, uploadID: upload, position: 0), sealed: [0])
        }
        let lines = LogLines()
        try await run(pools.importRunner, on: gatehouse.clock, logger: lines.logger)
        let log = lines.all
        let complaint = "error A chunk of an import job's file could not be opened"
        #expect(log.contains { $0.hasPrefix(complaint) && $0.contains("cause=malformed") })
        #expect(log.contains { $0.hasPrefix("notice Import job ended") && $0.contains("status=Failed") })
    }

    /// Runs the service until it has found nothing to do so many times, and ends it gracefully.
    private func run(
        _ jobs: any ImportJobs, on clock: TestClock, logger: Logger, untilPause last: Int = 1,
        pausing: @escaping @Sendable (_ number: Int) -> Void = { _ in }
    ) async throws {
        let idle = LastPause()
        let pauses = Mutex(0)
        let service = ImportService(jobs, clock: WallClock { clock.now }, logger: logger) {
            let number = pauses.withLock { pauses in
                pauses += 1
                return pauses
            }
            pausing(number)
            if number == last { try await idle.sleep() }
        }
        try await idle.end(service)
    }

    private static func row(_ name: String) -> [String: String] {
        ["cognito:username": name, "email": "x@example.com", "email_verified": "true"]
    }
}

/// The jobs of a server whose database fails.
private struct NoJobs: ImportJobs {
    func importRuns() async throws(ServiceFault) -> [ImportRun] { throw ServiceFault(unforeseen: StorageError.full) }
    func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
        throw ServiceFault(unforeseen: StorageError.full)
    }
}

/// The jobs of a server, one of which cannot go on.
private final class StumblingJobs: ImportJobs {
    private let pools: UserPools
    private let stumbling: String
    private let count = Mutex(0)

    init(pools: UserPools, stumbling: String) {
        self.pools = pools
        self.stumbling = stumbling
    }

    /// The number of attempts at the job.
    var stumbles: Int { count.withLock { $0 } }

    func importRuns() async throws(ServiceFault) -> [ImportRun] { try await pools.importRunner.importRuns() }

    func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
        guard run.poolID != stumbling else {
            count.withLock { $0 += 1 }
            throw ServiceFault(.internalError, "The disk is gone.")
        }
        return try await pools.importRunner.advance(run)
    }
}
