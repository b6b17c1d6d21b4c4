// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseServer

/// The address of a PostgreSQL for tests, which `Scripts/with-postgres.sh` starts.
private let server = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

/// The end of a process.
private struct Kill: Error {}

/// Copies between a data folder and a PostgreSQL server; each test has a database of its own there, because a copy looks for
/// other connections to its source.
@Suite(.hangLimit, .enabled(if: server != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct DatabaseCopyTests {
    private static let key = "main:\(Base64.encode(Entropy.seeded(7).bytes(32)))\n"

    private let folder: TemporaryFolder
    private let url: String

    init() async throws {
        folder = try TemporaryFolder()
        url = try await Self.makeDatabase()
    }

    /// Makes an empty database; returns its address.
    private static func makeDatabase() async throws -> String {
        let owner = try #require(server)
        let name = "copy_" + Entropy.system.characters(16, from: "0123456789abcdef")
        // A statement that makes a database cannot be in a transaction of the driver.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "psql", "-X", "-q", "-d", owner, "-c",
            "CREATE DATABASE \(name) ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return owner.replacing("/postgres?", with: "/\(name)?")
    }

    private func configuration(
        _ name: String, mode: RunMode = .maintenance, key: String = DatabaseCopyTests.key, onServer: Bool = true
    ) throws -> ServerConfiguration {
        var environment = ["GATEHOUSE_MASTER_KEY": key]
        if onServer { environment["GATEHOUSE_DATABASE_URL"] = url }
        return try ServerConfiguration.read(
            mode: mode, commandLine: [.dataDirectory: folder.path(name)], environment: environment)
    }

    /// Starts and ends a server, and fills its tables in between; returns a keyed hash, which shows its keys.
    @discardableResult
    private func serve(_ name: String, onServer: Bool = false, rows: Int = 0) async throws -> [UInt8] {
        let opened = try await DataFolder.open(
            configuration(name, mode: .dev, onServer: onServer), entropy: .system)
        if rows > 0 {
            try await opened.database.fillTables(rows: rows, seed: 34)
            // A record with a random proof would be that of a key that the key ring lacks.
            try await opened.database.write { connection in
                try connection.execute("DELETE FROM master_keys WHERE id <> 'main'")
            }
        }
        try opened.database.close()
        opened.lock?.release()
        return opened.sealer.mac(Array("alice".utf8), purpose: .code)
    }

    private func copy(
        from: String, to: String, key: String = DatabaseCopyTests.key, restarting: Bool = false,
        pause: (@Sendable (Duration) async throws -> Void)? = nil,
        reach: @escaping @Sendable (CopyRun.Step) throws -> Void = { _ in }
    ) async throws {
        let route = try CopyRoute(from: from, to: to)
        let name = [from, to].first { $0.hasPrefix("sqlite:") }?.dropFirst("sqlite:".count)
        var surroundings = DatabaseCopy.Surroundings()
        surroundings.run.reach = reach
        if let pause { surroundings.pause = pause }
        let copy = DatabaseCopy(
            try configuration(String(try #require(name)), key: key), route: route, restarting: restarting)
        try await copy.run(in: surroundings)
    }

    private func refused(_ body: () async throws -> Void) async -> StartupRefusal? {
        await #expect(throws: StartupRefusal.self) { try await body() }
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path(name))
    }

    /// The rows of all tables of a folder's database.
    private func rows(_ name: String) async throws -> [[SQLRow]] {
        let database = try SQLiteDatabase.reading(path: folder.path(name) + "/gatehouse.sqlite")
        defer { try? database.close() }
        let tables = try await CopiedFolder.tables()
        return try await database.read { reader in
            try tables.map { table in
                try reader.query(
                    SQL(stringLiteral: "SELECT * FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))"))
            }
        }
    }

    @Test func `a database moves to a server and back with all rows and keys`() async throws {
        let hash = try await serve("first", rows: 30)
        let before = try await rows("first")
        try await copy(from: "sqlite:first", to: "postgresql")
        // A server would write rows of its own.
        try await copy(from: "postgresql", to: "sqlite:second/data")
        #expect(try await rows("second/data") == before)
        #expect(try await serve("node", onServer: true) == hash)
        #expect(!exists("second/data/gatehouse.sqlite.copy"))
        #expect(try await serve("second/data") == hash)
    }

    @Test(arguments: CopyRun.Step.allCases)
    func `a copy to a server that was cut off goes on, and no node starts before its end`(
        _ last: CopyRun.Step
    ) async throws {
        let hash = try await serve("first", rows: 10)
        await #expect(throws: Kill.self) {
            try await copy(from: "sqlite:first", to: "postgresql", reach: { step in if step == last { throw Kill() } })
        }
        if ![.keys, .end].contains(last) {
            let started = await refused { try await serve("node", onServer: true) }
            let checked = await refused { _ = try await DatabaseCheck(configuration("check")).run() }
            let copied = await refused { try await copy(from: "postgresql", to: "sqlite:back") }
            for refusal in [started, checked, copied] {
                #expect(refusal?.exitCode == .unavailable)
                #expect(refusal?.description.contains("run the same gatehouse copy again") == true)
            }
        }
        try await copy(from: "sqlite:first", to: "postgresql")
        #expect(try await serve("node", onServer: true) == hash)
    }

    @Test(arguments: CopyRun.Step.allCases)
    func `a copy to a folder that was cut off goes on, and no server starts before its end`(
        _ last: CopyRun.Step
    ) async throws {
        let hash = try await serve("node", onServer: true)
        await #expect(throws: Kill.self) {
            try await copy(from: "postgresql", to: "sqlite:back", reach: { step in if step == last { throw Kill() } })
        }
        // After the last step, the folder has the database.
        if last != .end {
            let refusal = await refused { try await serve("back") }
            #expect(refusal?.description.contains("run the same gatehouse copy again") == true)
        }
        try await copy(from: "postgresql", to: "sqlite:back")
        #expect(try await serve("back") == hash)
    }

    @Test func `a folder that a server uses is refused`() async throws {
        let opened = try await DataFolder.open(
            configuration("first", mode: .dev, onServer: false), entropy: .system)
        let refusal = await refused { try await copy(from: "sqlite:first", to: "postgresql") }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("stop that process") == true)
        try opened.database.close()
        opened.lock?.release()
    }

    @Test func `a server that a node uses is refused as a source`() async throws {
        let node = try await DataFolder.open(configuration("node", mode: .dev), entropy: .system)
        try await node.opened.probe.check()
        let refusal = await refused {
            try await copy(from: "postgresql", to: "sqlite:back", pause: { _ in await Task.yield() })
        }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("stop them") == true)
        #expect(!exists("back"))
        try node.database.close()
        node.lock?.release()
    }

    @Test func `a target with a database is refused and stays as it is`() async throws {
        let mine = try await serve("first")
        let other = try await serve("node", onServer: true)
        let used = await refused { try await copy(from: "sqlite:first", to: "postgresql") }
        #expect(used?.description.contains("is not empty") == true)
        #expect(try await serve("node", onServer: true) == other)
        let taken = await refused { try await copy(from: "postgresql", to: "sqlite:first", restarting: true) }
        #expect(taken?.description.contains("is not empty") == true)
        #expect(try await serve("first") == mine)
    }

    @Test func `a key ring that does not open the source is refused before anything is made`() async throws {
        try await serve("first")
        let other = "other:\(Base64.encode(Entropy.seeded(8).bytes(32)))\n"
        let refusal = await refused { try await copy(from: "sqlite:first", to: "postgresql", key: other) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("The master key main is missing") == true)
        try await serve("node", onServer: true)
    }

    @Test func `a value that PostgreSQL cannot store is named, and the database is empty again`() async throws {
        let hash = try await serve("first")
        // A key of an index has at most 2,704 bytes there, if it cannot be compressed.
        let long = Entropy.seeded(1).characters(
            9_000, from: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        try await change("first", "INSERT INTO used_ids (id, expires_at) VALUES (\(long), 1)")
        let refusal = await refused { try await copy(from: "sqlite:first", to: "postgresql") }
        #expect(refusal?.exitCode == .damaged)
        #expect(refusal?.description.contains("the table used_ids with id '\(long.prefix(100))…'") == true)
        try await change("first", "DELETE FROM used_ids")
        try await copy(from: "sqlite:first", to: "postgresql")
        #expect(try await serve("node", onServer: true) == hash)
    }

    @Test func `a source that was changed after a part was copied needs a new beginning`() async throws {
        let hash = try await serve("first", rows: 5)
        await #expect(throws: Kill.self) {
            try await copy(
                from: "sqlite:first", to: "postgresql", reach: { step in if step == .copied { throw Kill() } })
        }
        try await change("first", "DELETE FROM used_ids")
        let differing = await refused { try await copy(from: "sqlite:first", to: "postgresql") }
        #expect(differing?.exitCode == .damaged)
        #expect(differing?.details.count == 1)
        #expect(differing?.description.contains("--restart") == true)
        try await copy(from: "sqlite:first", to: "postgresql", restarting: true)
        #expect(try await serve("node", onServer: true) == hash)
    }

    @Test func `a source with a table of its own is refused, because the table would be lost`() async throws {
        try await serve("first")
        try await change("first", "CREATE TABLE notes (id BIGINT NOT NULL PRIMARY KEY)")
        let refusal = await refused { try await copy(from: "sqlite:first", to: "postgresql") }
        #expect(refusal?.exitCode == .damaged)
        #expect(refusal?.details.contains { $0.contains("notes") } == true)
    }

    /// Changes the database of a folder with a statement of its own.
    private func change(_ name: String, _ statement: SQL) async throws {
        let opened = try await DataFolder.open(
            configuration(name, mode: .dev, onServer: false), entropy: .system)
        try await opened.database.write { connection in try connection.execute(statement) }
        try opened.database.close()
        opened.lock?.release()
    }
}
