// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseTesting
import GatehouseWire
import ProjectShapes
import Testing

@testable import GatehouseProjects

@Suite struct FileTests {
    private let bench: ProjectsBench
    private let project: String

    init() async throws {
        bench = try await ProjectsBench()
        project = try await bench.makeProject()
        try await bench.makeEnvironment(of: project)
    }

    private func store(_ contents: [Data]) async throws -> [String]? {
        try await bench.service.putFiles(
            PutFilesRequest(appId: project, files: contents.map { FileBody(content: $0) })
        ).hashes
    }

    @Test func `contents are stored once, and come back byte for byte`() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let hashes = try #require(try await store([bytes, Data("text".utf8), bytes]))
        #expect(hashes[0] == Hex.encode(sha256(Array(bytes))) && hashes[2] == hashes[0])
        #expect(hashes[1] == ProjectsBench.hash("text"))
        let answer = try await bench.service.getFiles(GetFilesRequest(appId: project, hashes: hashes))
        #expect(
            answer.files == [
                StoredFile(sha256: hashes[0], content: bytes),
                StoredFile(sha256: hashes[1], content: Data("text".utf8)),
            ])
        #expect(try await bench.missing(["text", "other", "other"], of: project) == ["other", "other"])
    }

    @Test func `a content of another project is not found`() async throws {
        let hashes = try #require(try await store([Data("text".utf8)]))
        let other = try await bench.makeProject()
        #expect(try await bench.missing(["text"], of: other) == ["text"])
        let fault = await #expect(throws: ServiceFault.self) {
            try await bench.service.getFiles(GetFilesRequest(appId: other, hashes: hashes))
        }
        #expect(fault?.code == .resourceNotFound && fault?.message.contains(hashes[0]) == true)
    }

    @Test func `contents that no state uses stay for a day`() async throws {
        _ = try await store([Data("first".utf8), Data("renewed".utf8)])
        bench.gatehouse.clock.advance(by: 80_000)
        _ = try await store([Data("renewed".utf8)])
        bench.gatehouse.clock.advance(by: 6_400)
        let token = try await bench.lock(of: project)
        _ = try await bench.push([:], of: project, with: token)
        #expect(try await bench.missing(["first", "renewed"], of: project) == [])
        bench.gatehouse.clock.advance(by: 1)
        let later = try await bench.service.putState(
            PutStateRequest(
                appId: project, environmentName: "dev", lockToken: token, files: [], outputs: "{}",
                pushedFrom: "one"))
        #expect(later.state?.stateNumber == 2)
        #expect(try await bench.missing(["first", "renewed"], of: project) == ["first"])
    }

    @Test func `a response has a bounded number of bytes`() async throws {
        let contents = (UInt8(0)..<3).map { Data(repeating: $0, count: 1_048_576) }
        let hashes = try #require(try await store(contents))
        let fault = await #expect(throws: ServiceFault.self) {
            try await bench.service.getFiles(GetFilesRequest(appId: project, hashes: hashes))
        }
        #expect(fault?.code == .validation)
        // A content that is named twice is sent once.
        let answer = try await bench.service.getFiles(
            GetFilesRequest(appId: project, hashes: [hashes[0], hashes[1], hashes[0]]))
        #expect(answer.files?.count == 2)
    }

    @Test func `contents without a state have a bound, and one too many stores none`() async throws {
        for round in UInt8(0)..<5 {
            let contents = (UInt8(0)..<10).map { Data([round, $0]) + Data(count: 1_048_574) }
            _ = try await store(contents)
        }
        let fault = await #expect(throws: ServiceFault.self) { try await store([Data("one more".utf8)]) }
        #expect(fault?.code == .limitExceeded)
        #expect(try await bench.missing(["one more"], of: project) == ["one more"])
        bench.gatehouse.clock.advance(by: 86_401)
        _ = try await store([Data("one more".utf8)])
        #expect(try await bench.missing(["one more"], of: project) == [])
    }

    @Test func `an archive is the answer of the server, which may have no folder for it`() async throws {
        let request = ArchiveUserPoolRequest(userPoolId: "us-east-1_abc")
        let none = await #expect(throws: ServiceFault.self) { try await bench.service.archiveUserPool(request) }
        #expect(none?.code == .archiveFailed)
        let records = ProjectRecordKeeping(
            store: SQLProjectStore(try SQLiteDatabase.inMemory()), clock: .system, entropy: .seeded(1),
            nameOfCaller: { _ in "" },
            archive: { pool, region in
                .success(ArchivedPool(name: "\(pool)-\(region).pool", users: 3, command: "gatehouse restore-pool"))
            })
        let answer = try await records.service(for: RequestContext(requestID: "1", region: "eu-west-1"))
            .archiveUserPool(request)
        #expect(answer.archiveName == "us-east-1_abc-eu-west-1.pool" && answer.users == 3)
        #expect(answer.restoreCommand == "gatehouse restore-pool")
    }
}
