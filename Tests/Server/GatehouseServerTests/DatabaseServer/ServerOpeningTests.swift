// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseOutput
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import GatehouseServer

/// The address of a PostgreSQL for tests, which `Scripts/with-postgres.sh` starts.
private let server = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

/// The start on a database of a PostgreSQL server; each test has a schema of its own.
@Suite(
    .hangLimit,
    .enabled(if: server != nil, "Scripts/with-postgres.sh starts PostgreSQL")
)
struct ServerOpeningTests {
    private static let (first, second) = (line("first", 1), line("second", 2))

    private let folder: TemporaryFolder
    private let url: String

    init() throws {
        folder = try TemporaryFolder()
        let name = Entropy.system.bytes(8).map { byte in "x\(byte)" }.joined()
        url = try #require(server) + "&schema=start_\(name)"
    }

    private static func line(_ id: String, _ seed: UInt64) -> String {
        "\(id):\(Base64.encode(Entropy.seeded(seed).bytes(32)))\n"
    }

    private func configuration(
        _ keys: String?, _ node: String = "node", mode: RunMode = .dev
    ) throws -> ServerConfiguration {
        var environment = ["GATEHOUSE_DATABASE_URL": url, "GATEHOUSE_DATABASE_CONNECTIONS": "2"]
        if mode == .serve {
            environment["GATEHOUSE_ADMIN_ACCESS_KEY_ID"] = "AKIAADMIN"
            environment["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"] = "abcdefghijklmnopqrstuvwxyz0123456789"
        }
        environment["GATEHOUSE_MASTER_KEY"] = keys
        return try ServerConfiguration.read(
            mode: mode, commandLine: [.dataDirectory: folder.path(node)], environment: environment)
    }

    /// Opens the database for a node and ends it; returns a keyed hash, which shows the index keys.
    @discardableResult
    private func open(_ configuration: ServerConfiguration) async throws -> [UInt8] {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        try await opened.opened.probe.check()
        try await end(opened)
        return opened.sealer.mac(Array("alice".utf8), purpose: .code)
    }

    /// Ends a node or a command that has opened the database.
    private func end(_ opened: DataFolder) async throws {
        try await opened.opened.nodes.leave()
        try opened.database.close()
        opened.lock?.release()
    }

    /// Changes the database with statements of its own.
    private func change(_ statement: SQL) async throws {
        let opened = try await DataFolder.open(configuration(Self.first, "other"), entropy: .system)
        try await opened.database.write { connection in try connection.execute(statement) }
        try await end(opened)
    }

    @Test(arguments: [DataFolder.Step.folder, .lock, .beginning, .key, .indexKeys, .end])
    func `a first start that was cut off is completed by the next one`(_ last: DataFolder.Step) async throws {
        // Without a key from the environment, the first start makes one in the node's folder.
        let configuration = try configuration(nil)
        let end = StartupRefusal(.unavailable, "cut off")
        await #expect(throws: end) {
            _ = try await DataFolder.open(configuration, entropy: .system) { step throws(StartupRefusal) in
                if step == last { throw end }
            }
        }
        let hash = try await open(configuration)
        #expect(try await open(configuration) == hash)
        #expect(!FileManager.default.fileExists(atPath: configuration.databasePath))
    }

    @Test func `nodes that start at once on an empty database have the same keys`() async throws {
        let hashes = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for node in 0..<5 {
                let configuration = try configuration(Self.first, "node\(node)", mode: .serve)
                group.addTask { try await open(configuration) }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { hashes, hash in hashes.insert(hash) }
        }
        #expect(hashes.count == 1)
    }

    @Test func `tables without their keys are refused, and no new keys are made`() async throws {
        try await open(configuration(Self.first))
        try await change("DELETE FROM index_keys")
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first)) }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("index_keys") == true)
        await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first)) }
    }

    @Test func `keys that did not seal the database are refused, and the right one is named`() async throws {
        try await open(configuration(Self.first))
        let missing = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.second)) }
        #expect(missing?.exitCode == .configuration)
        #expect(missing?.description.contains("The master key first is missing") == true)
        let wrong = await #expect(throws: StartupRefusal.self) {
            try await open(configuration(Self.line("first", 3)))
        }
        #expect(wrong?.exitCode == .configuration)
        #expect(wrong?.description.contains("The master key first is not the one") == true)
        let none = await #expect(throws: StartupRefusal.self) { try await open(configuration(nil, "empty")) }
        #expect(none?.description.contains("is sealed under the key first") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("empty/master.key")))
    }

    @Test func `a command does not seal with a key that no node has`() async throws {
        let ring = Self.first + Self.second
        let node = try await DataFolder.open(configuration(Self.first, mode: .serve), entropy: .system)
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await open(configuration(ring, mode: .maintenance))
        }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("do not seal with the master key second yet") == true)
        #expect(refusal?.description.contains(":9229") == true)
        try await end(node)
        // Without a node, there is none that could not open what the command seals.
        try await open(configuration(ring, mode: .maintenance))
        let missing = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first)) }
        #expect(missing?.description.contains("The master key second is missing") == true)
    }

    @Test func `a rotation waits for the nodes that are being restarted`() async throws {
        let ring = Self.first + Self.second
        let former = try await DataFolder.open(configuration(Self.first, "former", mode: .serve), entropy: .system)
        let next = try await DataFolder.open(configuration(ring, "next", mode: .serve), entropy: .system)
        #expect(next.sealer.currentKeyID == "first")
        let pauses = Mutex(0)
        let rotation = MasterKeyRotation(try configuration(ring, mode: .maintenance)) {
            let number = pauses.withLock { pauses in
                pauses += 1
                return pauses
            }
            if number == 1 { try await end(former) }
            try await next.opened.probe.check()
        }
        let lines = Mutex<[String]>([])
        try await rotation.run { line in lines.withLock { $0.append(line) } }
        #expect(next.sealer.currentKeyID == "second")
        #expect(pauses.withLock { $0 } >= 2)
        #expect(
            lines.withLock { $0.first }?.hasPrefix("Waiting for nodes that do not seal with the new master key") == true
        )
        #expect(lines.withLock { $0.last }?.contains("The line of the master key first may be removed") == true)
        try await end(next)
    }

    @Test func `a server for development is alone on its database`() async throws {
        let node = try await DataFolder.open(configuration(Self.first, mode: .serve), entropy: .system)
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first, "dev")) }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("gatehouse dev is for one process on a database") == true)
        try await end(node)
        try await open(configuration(Self.first, "dev"))
    }

    @Test func `a process that has died does not hold up the next one in its folder`() async throws {
        let died = try await DataFolder.open(configuration(Self.first), entropy: .system)
        try died.database.close()
        died.lock?.release()
        try await open(configuration(Self.first))
        try await open(configuration(Self.first + Self.second))
    }

    @Test func `a command on an empty database is refused and changes nothing`() async throws {
        let maintenance = try configuration(Self.first, mode: .maintenance)
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(maintenance) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("no tables of Gatehouse") == true)
        await #expect(throws: StartupRefusal.self) { try await DatabaseCheck(maintenance).run() }
        #expect(!FileManager.default.fileExists(atPath: folder.path("node")))
    }

    @Test func `a data folder with a database of its own is refused`() async throws {
        let local = try ServerConfiguration.read(
            mode: .dev, commandLine: [.dataDirectory: folder.path("node")],
            environment: ["GATEHOUSE_MASTER_KEY": Self.first])
        let opened = try await DataFolder.open(local, entropy: .system)
        try await end(opened)
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first)) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("leave out GATEHOUSE_DATABASE_URL") == true)
    }

    @Test func `a check finds the schema, the rows and the key`() async throws {
        try await open(configuration(Self.first))
        let report = try await DatabaseCheck(configuration(Self.first, mode: .maintenance)).run()
        #expect(report.isSound)
        let text = report.lines.map(\.text).joined(separator: "\n")
        for part in ["that of this program", "0 user pools", "it is the one that sealed this database"] {
            #expect(text.contains(part))
        }
        let wrong = try await DatabaseCheck(configuration(Self.second, mode: .maintenance)).run()
        #expect(!wrong.isSound)
    }

    @Test func `a newer schema is refused with what to run`() async throws {
        try await open(configuration(Self.first))
        try await change("INSERT INTO schema_migrations (version, name, checksum) VALUES (9000, 'later', 1)")
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first)) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("Run the release that last used this database") == true)
    }

    @Test func `a newer schema is refused with the release that has brought it, and a node under it goes on`()
        async throws
    {
        let node = try await DataFolder.open(configuration(Self.first, mode: .serve), entropy: .system)
        for statement in [
            "INSERT INTO schema_migrations (version, name, checksum) VALUES (9000, 'later', 1)",
            "INSERT INTO schema_releases (version, release_name) VALUES (9000, '98.7.6')",
        ] as [SQL] {
            try await node.database.write { connection in try connection.execute(statement) }
        }
        let refusal = await #expect(throws: StartupRefusal.self) { try await open(configuration(Self.first, "next")) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("Run release 98.7.6") == true)
        try await node.opened.probe.check()
        try await end(node)
    }

    @Test func `the release of the schema is stored`() async throws {
        let node = try await DataFolder.open(configuration(Self.first), entropy: .system)
        let release = try await node.database.read { reader in try reader.release(ofSchema: Migrations.all.count) }
        #expect(release == Release.version)
        try await end(node)
    }
}
