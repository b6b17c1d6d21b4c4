// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseServer

@Suite(.hangLimit) struct ReadinessProbeTests {
    private struct Secret: Error, CustomStringConvertible {
        let description = "password=hunter2"
    }

    /// A probe with a clock and a database that the test controls.
    private final class Bench: Sendable {
        private let time = Mutex(ContinuousClock.now)
        private let failure = Mutex<(any Error)?>(nil)
        let lines = LogLines()

        func probe(
            isListening: Bool = true, pause: @escaping @Sendable () async throws -> Void = {}
        ) -> ReadinessProbe {
            ReadinessProbe(
                logger: lines.logger, isListening: isListening,
                check: { if let failure = self.failure.withLock({ $0 }) { throw failure } },
                now: { self.time.withLock { $0 } }, pause: pause)
        }

        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
        func fail(_ error: (any Error)?) { failure.withLock { $0 = error } }
    }

    private let bench = Bench()

    @Test func `a server is not ready before the first check and is ready after it`() async throws {
        let probe = bench.probe()
        #expect(throws: NotReady.self) { try probe.requireReady() }
        await probe.probe()
        try probe.requireReady()
    }

    @Test func `a successful check counts for fifteen seconds`() async throws {
        let probe = bench.probe()
        await probe.probe()
        bench.pass(.seconds(15))
        try probe.requireReady()
        bench.pass(.milliseconds(1))
        #expect(throws: NotReady("The database has not answered for more than 15 seconds.")) {
            try probe.requireReady()
        }
        await probe.probe()
        try probe.requireReady()
    }

    @Test(
        arguments: [
            (StorageError.full, "The disk of the database is full."),
            (.busy, "The database is locked by another process, or has no connection left."),
            (.readOnly, "The database is read-only."),
            (.inputOutput("/secret/path"), "The database cannot be reached, read or written."),
            (.statement("secret"), "The database cannot be used; the log has the cause."),
        ])
    func `a failed check makes the server not ready at once, and a later one ready again`(
        error: StorageError, reason: String
    ) async throws {
        let probe = bench.probe()
        await probe.probe()
        bench.fail(error)
        await probe.probe()
        #expect(throws: NotReady(reason)) { try probe.requireReady() }
        bench.fail(nil)
        await probe.probe()
        try probe.requireReady()
    }

    @Test func `the cause of a failure is in the log once, and not in the reason`() async {
        let probe = bench.probe()
        bench.fail(Secret())
        for _ in 1...3 { await probe.probe() }
        #expect(bench.lines.all.count == 1)
        #expect(bench.lines.all.first?.contains("hunter2") == true)
        #expect(throws: NotReady("The database cannot be used; the log has the cause.")) { try probe.requireReady() }
    }

    @Test func `the service checks after each pause until a graceful shutdown`() async throws {
        let pauses = Mutex(0)
        let last = LastPause()
        bench.fail(StorageError.full)
        let probe = bench.probe {
            let count = pauses.withLock { count in
                count += 1
                return count
            }
            if count == 2 { self.bench.fail(nil) }
            if count == 3 { try await last.sleep() }
        }
        try await last.end(probe)
        try probe.requireReady()
        #expect(bench.lines.all.map { $0.split(separator: " ")[0] } == ["error", "info"])
    }

    @Test func `a database that can be written passes the check, which changes nothing`() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("test.sqlite"))
        try await database.write { connection in
            try connection.execute("PRAGMA user_version = 7")
            try connection.execute("CREATE TABLE words (word TEXT)")
        }
        let log = folder.path("test.sqlite-wal")
        let before = try Data(contentsOf: URL(filePath: log)).count
        try await database.probe()
        #expect(try Data(contentsOf: URL(filePath: log)).count > before)
        let rows = try await database.read { try $0.query("PRAGMA user_version") }
        #expect(try rows.map { row -> Int in try row["user_version"] } == [7])
        try database.close()
        await #expect(throws: StorageError.closed) { try await database.probe() }
    }

    @Test(arguments: [
        StorageError.full, .readOnly, .inputOutput("/path"), .corrupt, .unsound("the file was removed"),
    ])
    func `a call that finds the database unusable makes the server not ready at once`(_ error: StorageError) async {
        let probe = bench.probe()
        await probe.probe()
        probe.met(error)
        #expect(throws: NotReady(of: error)) { try probe.requireReady() }
        #expect(bench.lines.all.map { $0.split(separator: " ")[0] } == ["info", "error"])
        await probe.probe()
        // A database whose files are gone is not used again by this process.
        if case .unsound = error {
            #expect(throws: NotReady(of: error)) { try probe.requireReady() }
        } else {
            #expect(throws: Never.self) { try probe.requireReady() }
        }
    }

    @Test(arguments: [
        StorageError.busy, .foreignKeyViolation, .statement("wrong"), .missingRow("users"),
    ])
    func `an error that says nothing about the database's files leaves the server ready`(_ error: StorageError) async {
        let probe = bench.probe()
        await probe.probe()
        probe.met(error)
        probe.met(Secret())
        #expect(throws: Never.self) { try probe.requireReady() }
    }

    @Test func `a server is not ready from the first call that cannot write, without a further check`() async throws {
        let dev = try await DevelopmentFolder()
        // The service that checks again and again does not run here.
        await dev.process.readiness.probe()
        let health = TestRequest(path: "/health/ready")
        #expect(await dev.answer(health).status == 200)
        try await dev.process.database.write { connection in try connection.execute("PRAGMA query_only = ON") }
        #expect(await dev.answer(health).status == 200)
        let signUp: WireValue = [
            "ClientId": .string(dev.development.resources.userPoolClientID), "Username": "ada",
            "Password": "Correct-Horse-7!", "UserAttributes": [["Name": "email", "Value": "ada@example.com"]],
        ]
        #expect(await dev.call("AWSCognitoIdentityProviderService.SignUp", signUp).status == 503)
        let answer = await dev.answer(health)
        #expect(answer.status == 503)
        #expect(answer.text.contains("The database is read-only."))
    }

    @Test func `calls report the errors of their transactions, and only these`() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("test.sqlite"))
        let errors = Mutex<[String]>([])
        let reporting = ReportingDatabase(database) { error in errors.withLock { $0.append("\(error)") } }
        #expect(try await reporting.read { try $0.query("SELECT 1") }.count == 1)
        try await reporting.write { connection in try connection.execute("CREATE TABLE words (word TEXT)") }
        #expect(errors.withLock { $0 }.isEmpty)
        try database.close()
        await #expect(throws: StorageError.closed) { try await reporting.read { try $0.query("SELECT 1") } }
        await #expect(throws: StorageError.closed) { try await reporting.write { try $0.execute("SELECT 1") } }
        #expect(errors.withLock { $0 } == ["the database is closed", "the database is closed"])
    }

    @Test func `the log says that the server is ready once it listens`() async {
        let probe = ReadinessProbe(logger: bench.lines.logger, isListening: false, check: {})
        await probe.probe()
        #expect(throws: Never.self) { try probe.requireReady() }
        #expect(bench.lines.all.isEmpty)
        probe.listens()
        #expect(bench.lines.all.count == 1)
        #expect(bench.lines.all.first?.hasPrefix("info The server is ready") == true)
    }

    @Test func `a server that listens and is not ready says that it is ready after the first check that succeeds`()
        async
    {
        bench.fail(StorageError.full)
        let probe = bench.probe(isListening: false)
        await probe.probe()
        probe.listens()
        #expect(bench.lines.all.map { $0.split(separator: " ")[0] } == ["error"])
        bench.fail(nil)
        await probe.probe()
        #expect(bench.lines.all.map { $0.split(separator: " ")[0] } == ["error", "info"])
    }
}
