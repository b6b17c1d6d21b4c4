// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

/// The results of the rows of a file.
@Suite struct ImportRunTests {
    @Test func `an imported user chooses a password by the code that is mailed, and signs in`() async throws {
        let fixture = try await PoolFixture.make()
        let row = PoolFixture.row("alice", ["address": #"12 Main St\, Springfield"#, "birthdate": "12/31/1999"])
        let job = try await fixture.finishedJob([row])
        #expect(job.status == .succeeded && job.counts == [1, 0, 0])
        let user = try await fixture.user("alice")
        let values = Dictionary((user.userAttributes ?? []).map { ($0.name, $0.value) }) { $1 }
        #expect(user.userStatus == .resetRequired && user.enabled == true)
        #expect(values["address"] == "12 Main St, Springfield" && values["birthdate"] == "1999-12-31")
        #expect(fixture.gatehouse.messages().isEmpty)
        #expect(try await fault { _ = try await fixture.tokens() }?.code == .passwordResetRequired)
        try await fixture.forgotPassword()
        try await fixture.confirmForgotPassword(password: PoolFixture.password)
        #expect(try await fixture.tokens().accessToken != nil)
    }

    @Test func `rows that fail or are skipped do not stop the others`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser("taken")
        let job = try await fixture.finishedJob([
            PoolFixture.row("taken", ["email": "other@example.com"]), PoolFixture.row("alice"),
            PoolFixture.row("alice", ["email": "again@example.com"]), PoolFixture.row("no one"),
            PoolFixture.row("bob"),
        ])
        #expect(job.status == .succeeded && job.counts == [2, 2, 1])
        #expect(try await fixture.usernames() == ["taken", "alice", "bob"])
    }

    @Test func `the report names each row by its line, and no value`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser("taken")
        let job = try await fixture.makeJob()
        var lines = try await fixture.file([PoolFixture.row("taken"), PoolFixture.row("a b")])
            .split(separator: "\n").map(String.init)
        lines.insert("", at: 1)
        lines += ["a,b", "  \t"]
        try await fixture.upload(lines.joined(separator: "\r\n") + "\r\n", to: job)
        try await fixture.start(job)
        let run = try #require(try await fixture.gatehouse.installation.userPools.importRunner.importRuns().first)
        let report = try await fixture.gatehouse.installation.userPools.importRunner.advance(run)
        #expect(
            report.rows == [
                ImportReport.Row(line: 3, fate: .skipped),
                ImportReport.Row(line: 4, fate: .failed(.username)),
                ImportReport.Row(line: 5, fate: .failed(.columns(expected: 22, found: 2))),
            ])
        #expect(report.job?.progress.line == 6)
    }

    @Test func `an import job with failed rows and no imported user fails`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.finishedJob([PoolFixture.row("a b")])
        #expect(job.status == .failed && job.counts == [0, 0, 1])
        #expect(job.completionMessage == "Too many users have failed or been skipped during the import.")
        let empty = try await fixture.finishedJob([])
        #expect(empty.status == .succeeded && empty.counts == [0, 0, 0])
    }

    @Test(arguments: ["", "name,email\nalice,alice@example.com\n", "\u{FEFF}", "\n", "\u{0}"])
    func `a file without the pool's header fails as a whole`(_ start: String) async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        let file = start.isEmpty ? "" : start + (try await fixture.file([PoolFixture.row("alice")]))
        try await fixture.upload(file, to: job)
        try await fixture.start(job)
        try await fixture.gatehouse.runImports()
        let ended = try await fixture.describe(job)
        #expect(ended.status == .failed && ended.counts == [0, 0, 0] && ended.completionMessage != nil)
        #expect(try await fixture.usernames().isEmpty)
    }

    @Test(arguments: [0, 1])
    func `a file with a piece that cannot be opened ends the job, and the report states the cause`(
        _ position: Int
    ) async throws {
        let fixture = try await PoolFixture.make()
        let long = String(repeating: "n", count: 2_000)
        let job = try await fixture.startedJob((0..<200).map { PoolFixture.row("user-\($0)", ["name": long]) })
        let pools = fixture.gatehouse.installation.userPools
        let run = try #require(try await pools.importRunner.importRuns().first)
        try await pools.records.write { store in
            let upload = try store.existingImportJob(run.jobID, inPool: run.poolID).upload?.id ?? ""
            let chunks = (0...1).map { ImportChunk(run: run, uploadID: upload, position: $0) }
            let sealed = try chunks.compactMap(store.importChunk)
            try store.deleteImportChunks(of: run, exceptUpload: nil)
            // The other piece's bytes in this one's place.
            for (chunk, bytes) in zip(chunks, sealed) {
                try store.insert(chunk, sealed: chunk.position == position ? sealed[1 - position] : bytes)
            }
        }
        let report = try await pools.importRunner.advance(run, rows: 200)
        #expect(report.cause == .notAuthentic && report.rows.isEmpty)
        let ended = try await fixture.describe(job)
        #expect(ended.status == .failed && ended.completionMessage == "The CSV file could not be read.")
        #expect(try await fixture.usernames().isEmpty)
    }

    @Test func `a row with another user's alias fails`() async throws {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        let job = try await fixture.finishedJob([
            PoolFixture.row("alice"), PoolFixture.row("bob", ["email": "alice@example.com"]),
            PoolFixture.row("carol"),
        ])
        #expect(job.counts == [2, 0, 1])
        #expect(try await fixture.user("alice@example.com").username == "alice")
        #expect(try await fixture.user("carol@example.com").username == "carol")
    }

    @Test func `a restart in the middle imports every user once and none twice`() async throws {
        var fixture = try await PoolFixture.make()
        let names = (0..<25).map { "user-\($0)" }
        let job = try await fixture.startedJob(names.map { PoolFixture.row($0) })
        var steps = 0
        while try await fixture.gatehouse.advanceImports(rows: 3) {
            fixture = try fixture.restarted()
            steps += 1
        }
        let ended = try await fixture.describe(job)
        #expect(ended.status == .succeeded && ended.counts == [25, 0, 0])
        #expect(try await fixture.usernames() == Set(names))
        #expect(steps == 10)
    }

    @Test func `two servers that run the same job import every user once`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try fixture.restarted()
        let names = (0..<60).map { "user-\($0)" }
        let job = try await fixture.startedJob(names.map { PoolFixture.row($0) })
        try await withThrowingTaskGroup { group in
            for gatehouse in [fixture.gatehouse, other.gatehouse, fixture.gatehouse, other.gatehouse] {
                group.addTask {
                    while try await gatehouse.advanceImports(rows: 2) {}
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.describe(job).counts == [60, 0, 0])
        #expect(try await fixture.usernames() == Set(names))
    }

    @Test func `jobs of several pools go on side by side`() async throws {
        let fixture = try await PoolFixture.make()
        let second = PoolFixture(
            gatehouse: fixture.gatehouse, poolID: try await fixture.gatehouse.makeUserPool(), client: fixture.client)
        for pool in [fixture, second] {
            _ = try await pool.startedJob((0..<4).map { PoolFixture.row("user-\($0)") })
        }
        _ = try await fixture.gatehouse.advanceImports(rows: 1)
        for pool in [fixture, second] { #expect(try await pool.usernames().count == 1) }
        try await fixture.gatehouse.runImports()
        for pool in [fixture, second] { #expect(try await pool.usernames().count == 4) }
    }

    @Test func `a file of many pieces is read across their borders`() async throws {
        let fixture = try await PoolFixture.make()
        let long = String(repeating: "n", count: 2_000)
        let names = (0..<400).map { "user-\($0)" }
        let job = try await fixture.makeJob()
        let file = try await fixture.file(names.map { PoolFixture.row($0, ["name": long]) })
        #expect(file.utf8.count > 3 * ImportFile.chunkSize)
        try await fixture.upload(file, to: job)
        try await fixture.start(job)
        try await fixture.gatehouse.runImports()
        #expect(try await fixture.describe(job).counts == [400, 0, 0])
        #expect(try await fixture.usernames() == Set(names))
    }
}
