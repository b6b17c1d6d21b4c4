// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseUserPools
import Logging
import ServiceLifecycleTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImportServiceTests {
    @Test func `a started job runs to its end, and the log names lines and reasons and no value`() async throws {
        let gatehouse = try await TestGatehouse()
        let poolID = try await gatehouse.makeUserPool()
        let job = try await startedJob(["good-name", "bad name", "good-name"], inPool: poolID, of: gatehouse)
        let lines = LogLines()
        try await run(on: gatehouse, logger: Logger(label: "test") { _ in RecordingHandler(lines: lines) })
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let ended = try await service.describeUserImportJob(
            DescribeUserImportJobRequest(userPoolId: poolID, jobId: job))
        #expect(ended.userImportJob?.status == .succeeded)
        let log = lines.all
        #expect(log.contains { $0.hasPrefix("notice Row failed") && $0.contains("line=3") && $0.contains("reason=") })
        #expect(log.contains { $0.hasPrefix("info Row skipped") && $0.contains("line=4") })
        #expect(log.contains { $0.hasPrefix("notice Import job ended") && $0.contains("imported=1") })
        #expect(!log.contains { $0.contains("good-name") || $0.contains("bad name") || $0.contains("example.com") })
    }

    /// Runs the service until it finds nothing more to do, and ends it gracefully.
    private func run(on gatehouse: TestGatehouse, logger: Logger) async throws {
        let (idle, reached) = AsyncStream.makeStream(of: Void.self)
        let service = ImportService(gatehouse.installation.userPools, logger: logger) {
            reached.yield()
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            throw CancellationError()
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                _ = await idle.first { _ in true }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }

    private func startedJob(
        _ names: [String], inPool poolID: String, of gatehouse: TestGatehouse
    ) async throws -> String {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let header = try await service.getCSVHeader(GetCSVHeaderRequest(userPoolId: poolID)).csvHeader ?? []
        let rows = names.map { name in
            let values = ["cognito:username": name, "email": "x@example.com", "email_verified": "true"]
            return header.map { values[$0] ?? "" }.joined(separator: ",")
        }
        let job = try await service.createUserImportJob(
            CreateUserImportJobRequest(
                jobName: "test", userPoolId: poolID,
                cloudWatchLogsRoleArn: "arn:aws:iam::123456789012:role/logs")
        ).userImportJob
        let address = try #require(job?.preSignedUrl.flatMap { URLComponents(string: $0) })
        let answer = await gatehouse.send(
            TestRequest(
                method: "PUT", path: address.percentEncodedPath, query: address.percentEncodedQuery ?? "",
                body: Data(([header.joined(separator: ",")] + rows).joined(separator: "\n").utf8)))
        #expect(answer.status == 200)
        let id = try #require(job?.jobId)
        _ = try await service.startUserImportJob(StartUserImportJobRequest(userPoolId: poolID, jobId: id))
        return id
    }
}

/// The lines of a log, to be looked at afterwards.
private final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

private struct RecordingHandler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
        lines.add(([event.level.rawValue, "\(event.message)"] + values).joined(separator: " "))
    }
}
