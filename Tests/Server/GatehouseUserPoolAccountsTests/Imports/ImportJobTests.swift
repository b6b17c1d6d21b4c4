// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ImportJobTests {
    @Test func `a new job waits for its file`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        #expect(job.status == .created && job.counts == [0, 0, 0])
        #expect(job.jobId?.hasPrefix("import-") == true && job.jobId?.count == 17)
        #expect(job.jobName == "test" && job.userPoolId == fixture.poolID)
        #expect(job.cloudWatchLogsRoleArn == "arn:aws:iam::123456789012:role/logs")
        #expect(job.passwordHashingAlgorithm == nil)
        #expect(job.creationDate == fixture.gatehouse.clock.now && job.startDate == nil && job.completionDate == nil)
        #expect(job.preSignedUrl?.hasPrefix("http://localhost:9229/imports/\(fixture.poolID)/") == true)
        #expect(try await fixture.describe(job) == job)
        #expect(
            try await fault { try await fixture.start(job) }
                == ServiceFault(.preconditionNotMet, "No CSV file has been uploaded for this job."))
    }

    @Test func `pools and jobs that do not exist are not found`() async throws {
        let fixture = try await PoolFixture.make()
        let stranger = UserImportJobType(jobId: "import-0123456789")
        for call in [fixture.start, fixture.stop, fixture.describe] {
            #expect(try await fault { _ = try await call(stranger) }?.code == .resourceNotFound)
        }
        let nowhere = PoolFixture(gatehouse: fixture.gatehouse, poolID: "us-east-1_nowhere", client: fixture.client)
        #expect(try await fault { _ = try await nowhere.makeJob() }?.code == .resourceNotFound)
        #expect(try await fault { _ = try await nowhere.list() }?.code == .resourceNotFound)
        let job = try await fixture.makeJob()
        let other = try await fixture.gatehouse.makeUserPool()
        let elsewhere = PoolFixture(gatehouse: fixture.gatehouse, poolID: other, client: fixture.client)
        #expect(try await fault { _ = try await elsewhere.describe(job) }?.code == .resourceNotFound)
    }

    @Test func `a job runs from Created to Succeeded`() async throws {
        let fixture = try await PoolFixture.make()
        let started = try await fixture.startedJob([PoolFixture.row("alice")])
        #expect(started.status == .pending && started.startDate != nil && started.preSignedUrl == nil)
        _ = try await fixture.gatehouse.advanceImports()
        let working = try await fixture.describe(started)
        #expect(working.status == .inProgress && working.counts == [1, 0, 0] && working.completionDate == nil)
        fixture.gatehouse.clock.advance(by: 5)
        try await fixture.gatehouse.runImports()
        let ended = try await fixture.describe(started)
        #expect(ended.status == .succeeded && ended.counts == [1, 0, 0] && ended.completionMessage == nil)
        #expect(ended.completionDate == fixture.gatehouse.clock.now)
        #expect(try await fixture.gatehouse.advanceImports() == false)
        for call in [fixture.start, fixture.stop] {
            #expect(try await fault { _ = try await call(started) }?.code == .preconditionNotMet)
        }
    }

    @Test func `a pool that verifies nothing by itself starts no job`() async throws {
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test"))
        let job = try await fixture.makeJob()
        try await fixture.upload(try await fixture.file([]), to: job)
        #expect(try await fault { try await fixture.start(job) }?.code == .preconditionNotMet)
    }

    @Test func `one job of a pool runs at a time, however many start at once`() async throws {
        let fixture = try await PoolFixture.make()
        let file = try await fixture.file([PoolFixture.row("alice")])
        var jobs: [UserImportJobType] = []
        for _ in 0..<8 {
            let job = try await fixture.makeJob()
            try await fixture.upload(file, to: job)
            jobs.append(job)
        }
        let faults = try await withThrowingTaskGroup { group in
            for job in jobs { group.addTask { try await fault { try await fixture.start(job) } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.count { $0?.code == .preconditionNotMet } == 7)
        try await fixture.gatehouse.runImports()
        var waiting = 0
        for job in jobs { waiting += try await fixture.describe(job).status == .created ? 1 : 0 }
        #expect(waiting == 7)
        #expect(try await fixture.usernames() == ["alice"])
    }

    @Test func `a job stops between two steps and keeps what it has imported`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.startedJob((0..<6).map { PoolFixture.row("user-\($0)") })
        _ = try await fixture.gatehouse.advanceImports(rows: 4)
        #expect(try await fixture.stop(job).status == .stopping)
        #expect(try await fault { try await fixture.stop(job) }?.code == .preconditionNotMet)
        try await fixture.gatehouse.runImports()
        let stopped = try await fixture.describe(job)
        #expect(stopped.status == .stopped && stopped.counts == [4, 0, 0])
        #expect(stopped.completionMessage == "The Import Job was stopped by the developer.")
        #expect(try await fixture.usernames().count == 4)
        #expect(try await fault { try await fixture.start(job) }?.code == .preconditionNotMet)
        #expect(try await fixture.finishedJob([PoolFixture.row("next")]).status == .succeeded)
    }

    @Test func `a job that was not started within a day expires`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        try await fixture.upload(try await fixture.file([PoolFixture.row("alice")]), to: job)
        fixture.gatehouse.clock.advance(by: 86_399)
        #expect(try await fixture.describe(job).status == .created)
        fixture.gatehouse.clock.advance(by: 1)
        let late = try await fixture.describe(job)
        #expect(late.status == .expired && late.preSignedUrl == nil)
        #expect(try await fault { try await fixture.start(job) }?.code == .preconditionNotMet)
        fixture.gatehouse.clock.advance(by: 1)
        try await fixture.gatehouse.installation.userPools.purgeExpired()
        #expect(try await fixture.describe(job).status == .expired)
    }

    @Test func `the pool stays as it is while users are imported`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.startedJob([PoolFixture.row("alice")])
        let changes: [@Sendable () async throws -> Void] = [
            {
                _ = try await fixture.administrator.addCustomAttributes(
                    AddCustomAttributesRequest(
                        userPoolId: fixture.poolID,
                        customAttributes: [SchemaAttributeType(name: "badge", attributeDataType: .string)]))
            },
            {
                _ = try await fixture.administrator.updateUserPool(
                    UpdateUserPoolRequest(userPoolId: fixture.poolID, autoVerifiedAttributes: [.email]))
            },
            {
                try await fixture.administrator.deleteUserPool(DeleteUserPoolRequest(userPoolId: fixture.poolID))
            },
        ]
        for change in changes {
            #expect(try await fault(change)?.code == .userImportInProgress)
        }
        try await fixture.gatehouse.runImports()
        #expect(try await fixture.describe(job).status == .succeeded)
        for change in changes {
            #expect(try await fault(change) == nil)
        }
    }

    @Test func `jobs are listed by page, the newest first, while new ones are made`() async throws {
        let fixture = try await PoolFixture.make()
        var made: [String] = []
        for _ in 0..<5 {
            made.append(try await fixture.makeJob().jobId ?? "")
            fixture.gatehouse.clock.advance(by: 1)
        }
        let first = try await fixture.list(limit: 2)
        #expect(first.userImportJobs?.map(\.jobId) == [made[4], made[3]])
        _ = try await fixture.makeJob()
        let second = try await fixture.list(limit: 2, token: first.paginationToken)
        #expect(second.userImportJobs?.map(\.jobId) == [made[2], made[1]])
        let third = try await fixture.list(limit: 2, token: second.paginationToken)
        #expect(third.userImportJobs?.map(\.jobId) == [made[0]] && third.paginationToken == nil)
        #expect(try await fault { _ = try await fixture.list(token: "garbage") }?.code == .invalidParameter)
    }
}

extension PoolFixture {
    fileprivate func list(limit: Int = 60, token: String? = nil) async throws -> ListUserImportJobsResponse {
        try await administrator.listUserImportJobs(
            ListUserImportJobsRequest(userPoolId: poolID, maxResults: limit, paginationToken: token))
    }
}
