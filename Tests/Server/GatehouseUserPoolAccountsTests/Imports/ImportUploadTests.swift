// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Testing

@testable import GatehouseUserPools

@Suite struct ImportUploadTests {
    @Test func `the file that counts is the last one that arrived before the start`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        for name in ["first", "second"] {
            let answer = try await fixture.upload(try await fixture.file([PoolFixture.row(name)]), to: job)
            #expect(answer.status == 200 && answer.body.isEmpty)
        }
        try await fixture.start(job)
        let late = try await fixture.upload(try await fixture.file([PoolFixture.row("third")]), to: job)
        #expect(late.status == 403 && late.text.contains("<Code>AccessDenied</Code>"))
        try await fixture.gatehouse.runImports()
        #expect(try await fixture.usernames() == ["second"])
    }

    @Test func `an address is good for a quarter of an hour, and a new one can be had`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        fixture.gatehouse.clock.advance(by: 899)
        #expect(try await fixture.upload("a", to: job).status == 200)
        fixture.gatehouse.clock.advance(by: 1)
        let late = try await fixture.upload("a", to: job)
        #expect(late.status == 403 && late.text.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))
        #expect(late.text.contains("<Error><Code>AccessDenied</Code><Message>Request has expired</Message>"))
        #expect(try await fixture.upload("a", to: try await fixture.describe(job)).status == 200)
    }

    @Test(
        arguments: [
            ("signature=", "signature=A"), ("expires=1", "expires=9"), ("expires=", "expires=+"),
            ("import-", "import-x"), ("signature=", "other="), ("expires=", "other="), ("?", "?signature=AAAA&"),
        ])
    func `an address that was altered is refused`(_ part: String, _ change: String) async throws {
        let fixture = try await PoolFixture.make()
        var job = try await fixture.makeJob()
        job.preSignedUrl = job.preSignedUrl?.replacingOccurrences(of: part, with: change)
        let answer = try await fixture.upload("a", to: job)
        #expect(answer.status == 403 && answer.text.contains("<Code>SignatureDoesNotMatch</Code>"))
        #expect(answer.header("content-type") == "application/xml")
    }

    @Test func `the upload address of one job is refused for another`() async throws {
        let fixture = try await PoolFixture.make()
        var first = try await fixture.makeJob()
        let second = try await fixture.makeJob()
        first.preSignedUrl = first.preSignedUrl?.replacingOccurrences(of: first.jobId ?? "", with: second.jobId ?? "")
        #expect(try await fixture.upload("a", to: first).status == 403)
    }

    @Test(arguments: ["GET", "POST", "DELETE", "HEAD"])
    func `the upload address accepts only PUT requests`(_ method: String) async throws {
        let fixture = try await PoolFixture.make()
        let address = try #require(URLComponents(string: try await fixture.makeJob().preSignedUrl ?? ""))
        let answer = await fixture.gatehouse.send(
            TestRequest(method: method, path: address.path, query: address.percentEncodedQuery ?? ""))
        #expect(answer.status == 405 && answer.header("allow")?.contains("PUT") == true)
    }

    @Test func `an upload that breaks off leaves the file before it`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        try await fixture.upload(try await fixture.file([PoolFixture.row("alice")]), to: job)
        var broken = try await fixture.receive(job)
        try await broken.append([UInt8](repeating: 0x61, count: ImportFile.chunkSize * 2 + 1))
        try await fixture.start(job)
        try await fixture.gatehouse.runImports()
        #expect(try await fixture.usernames() == ["alice"])
        await #expect(throws: ImportUploadRefusal.notAwaited) { try await broken.finish() }
    }

    @Test func `of two uploads at once, the one that began later goes on`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        var first = try await fixture.receive(job)
        try await first.append(Array("first".utf8))
        var second = try await fixture.receive(job)
        try await second.append(Array(try await fixture.file([PoolFixture.row("alice")]).utf8))
        await #expect(throws: ImportUploadRefusal.superseded) { try await first.finish() }
        try await second.finish()
        try await fixture.start(job)
        try await fixture.gatehouse.runImports()
        #expect(try await fixture.usernames() == ["alice"])
    }

    @Test func `a file has at most a hundred megabytes`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        var upload = try await fixture.receive(job)
        try await upload.append(Array("name".utf8))
        let rest = [UInt8](repeating: 0x61, count: ImportFile.mostBytes - 3)
        await #expect(throws: ImportUploadRefusal.tooLarge) { try await upload.append(rest) }
        #expect(try await fault { try await fixture.start(job) } != nil)
    }

    @Test func `a piece of a file lies sealed, and in no other place`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        try await fixture.upload("a secret", to: job)
        let pools = fixture.gatehouse.installation.userPools
        let record = try await pools.records.read { try $0.existingImportJob(job.jobId ?? "", inPool: fixture.poolID) }
        let chunk = ImportChunk(run: record.run, uploadID: record.upload?.id ?? "", position: 0)
        let sealed = try #require(try await pools.records.read { try $0.importChunk(chunk) })
        #expect(!String(decoding: sealed, as: UTF8.self).contains("secret"))
        #expect(try ImportFile.open(sealed, as: chunk, by: pools.sealer) == Array("a secret".utf8))
        let next = ImportChunk(run: chunk.run, uploadID: chunk.uploadID, position: 1)
        #expect(throws: SealingError.notAuthentic) { try ImportFile.open(sealed, as: next, by: pools.sealer) }
    }

    @Test func `a file with more rows than are allowed fails before a user is imported`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.makeJob()
        var upload = try await fixture.receive(job)
        try await upload.append(Array((try await fixture.file([PoolFixture.row("alice")]) + "\n").utf8))
        try await upload.append([UInt8](repeating: UInt8(ascii: "\n"), count: ImportFile.mostRows))
        try await upload.finish()
        try await fixture.start(job)
        try await fixture.gatehouse.runImports()
        let ended = try await fixture.describe(job)
        #expect(ended.status == .failed && ended.completionMessage == "The CSV file has more than 500,000 rows.")
        #expect(try await fixture.usernames().isEmpty)
    }
}

extension PoolFixture {
    /// Begins an upload at the address of a job.
    fileprivate func receive(_ job: UserImportJobType) async throws -> ImportUpload {
        let address = URLComponents(string: job.preSignedUrl ?? "")
        let fields = Dictionary((address?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        return try await gatehouse.installation.userPools.importReception.receive(
            poolID: poolID, jobID: job.jobId ?? "", expiry: fields["expires"] ?? "",
            signature: fields["signature"] ?? "")
    }
}
