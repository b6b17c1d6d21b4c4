// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseServer

/// The commands on the files of a data folder.
@Suite(.hangLimit) struct BackupTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let folder: TemporaryFolder
    private let configuration: ServerConfiguration

    init() throws {
        folder = try TemporaryFolder()
        configuration = try Self.configuration(folder.path("data"), mode: .dev)
    }

    private static func configuration(
        _ path: String, mode: RunMode = .maintenance, environment: [String: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration.read(mode: mode, commandLine: [.dataDirectory: path], environment: environment)
    }

    private func maintenance(_ name: String = "data") throws -> ServerConfiguration {
        try Self.configuration(folder.path(name))
    }

    /// Opens the data folder as a server does.
    private func serve() async throws -> DataFolder {
        try await DataFolder.open(configuration, entropy: .system)
    }

    private func end(_ server: DataFolder) throws {
        try server.database.close()
        server.lock?.release()
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path(name))
    }

    /// Makes a backup of a new folder.
    private func backup() async throws -> String {
        let server = try await serve()
        let file = folder.path("backup")
        _ = try await Backup(maintenance()).write(to: file, replacing: false)
        try end(server)
        return file
    }

    @Test func `a backup beside a running server is restored into an empty folder, and its key fits`() async throws {
        let file = try await backup()
        #expect(!exists("backup.new"))
        #expect(try await Restore(maintenance("other"), at: Self.now).run(file, replacing: false).isEmpty)
        let key = ["GATEHOUSE_MASTER_KEY_FILE": folder.path("data/master.key")]
        let report = try await DatabaseCheck(
            Self.configuration(folder.path("other"), environment: key)
        ).run()
        #expect(report.isSound)
        #expect(report.lines.contains { line in line.text.contains("it is the one that sealed this database") })
        let restored = try await DataFolder.open(
            Self.configuration(folder.path("other"), mode: .dev, environment: key), entropy: .system)
        try end(restored)
        #expect(!exists("other/master.key"))
    }

    @Test(.enabled(if: geteuid() != 0))
    func `a database in a folder that this user may not enter is not called missing`() async throws {
        try end(await serve())
        let data = folder.path("data")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: data)
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await Backup(maintenance()).write(to: folder.path("backup"), replacing: false)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data)
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("Let this user read") == true)
    }

    @Test func `an existing backup is replaced only on request`() async throws {
        let file = try await backup()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await Backup(maintenance()).write(to: file, replacing: false)
        }
        #expect(refusal?.description.contains("--replace") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        _ = try await Backup(maintenance()).write(to: file, replacing: true)
    }

    @Test func `a restore keeps the files of the folder under other names, its log among them`() async throws {
        let file = try await backup()
        for ending in ["-wal", "-shm"] {
            try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path("data/gatehouse.sqlite" + ending)))
        }
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await Restore(maintenance(), at: Self.now).run(file, replacing: false)
        }
        #expect(refusal?.description.contains("add --replace") == true)
        let aside = try await Restore(maintenance(), at: Self.now).run(file, replacing: true)
        let ending = ".before-20270115T080000Z"
        for name in ["gatehouse.sqlite", "gatehouse.sqlite-wal", "gatehouse.sqlite-shm", "master.check"] {
            #expect(aside.contains { path in path.hasSuffix("/\(name)\(ending)") }, "\(name)")
            #expect(exists("data/\(name)\(ending)"), "\(name)")
        }
        #expect(!exists("data/gatehouse.sqlite-wal"))
        try end(await serve())
    }

    @Test(.enabled(if: geteuid() == 0))
    func `root neither copies nor replaces the files of another user`() async throws {
        let file = try await backup()
        let other = folder.path("other")
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: false, attributes: [.ownerAccountID: 65_534])
        let configuration = try maintenance("other")
        let attempts: [() async throws -> Void] = [
            { _ = try await Restore(configuration, at: Self.now).run(file, replacing: true) },
            { _ = try await Backup(configuration).write(to: folder.path("copy"), replacing: false) },
            { _ = try await Compaction(configuration).run() }, { _ = try await DatabaseCheck(configuration).run() },
        ]
        for attempt in attempts {
            let refusal = await #expect(throws: StartupRefusal.self) { try await attempt() }
            #expect(refusal?.description.contains("run the command as this user") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
    }

    @Test func `a backup cannot be written into the data folder`() async throws {
        _ = try await backup()
        for name in ["gatehouse.sqlite", "gatehouse.sqlite-wal", "master.check", "other"] {
            let refusal = await #expect(throws: StartupRefusal.self) {
                try await Backup(maintenance()).write(to: folder.path("data/" + name), replacing: true)
            }
            #expect(refusal?.description.contains("is in the data folder") == true)
        }
    }

    @Test func `restore and compact refuse while a server uses the folder`() async throws {
        let file = try await backup()
        let server = try await serve()
        let restored = await #expect(throws: StartupRefusal.self) {
            try await Restore(maintenance(), at: Self.now).run(file, replacing: true)
        }
        let compacted = await #expect(throws: StartupRefusal.self) { try await Compaction(maintenance()).run() }
        for refusal in [restored, compacted] { #expect(refusal?.description.contains("uses the data folder") == true) }
        try end(server)
        #expect(try await Compaction(maintenance()).run().contains("before"))
        try end(await serve())
    }

    @Test func `neither a damaged backup nor a file of another kind is restored`() async throws {
        let file = try await backup()
        for path in [folder.path("data/gatehouse.sqlite"), folder.path("data/master.key"), folder.path("none")] {
            await #expect(throws: StartupRefusal.self, "\(path)") {
                try await Restore(maintenance("other"), at: Self.now).run(path, replacing: false)
            }
        }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.seek(toOffset: 8_192)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 100_000))
        try handle.close()
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await Restore(maintenance("other"), at: Self.now).run(file, replacing: false)
        }
        #expect(refusal?.exitCode == .damaged)
        #expect(!exists("other/gatehouse.sqlite") && !exists("other/gatehouse.sqlite.new"))
    }

    @Test func `a restore that is refused leaves neither files nor folders`() async throws {
        let file = try await backup()
        // The folder is locked before the schema of the copy is read.
        let attacker = try DatabaseQueue(path: file)
        try await attacker.writeWithoutTransaction { database in
            try database.execute(sql: "CREATE VIEW late AS SELECT 1 AS one")
        }
        try attacker.close()
        try FileManager.default.createDirectory(
            atPath: folder.path("empty"), withIntermediateDirectories: false, attributes: nil)
        for name in ["new/inner", "empty"] {
            await #expect(throws: StartupRefusal.self) {
                try await Restore(maintenance(name), at: Self.now).run(file, replacing: false)
            }
        }
        #expect(!exists("new"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("empty")).isEmpty)
        // The lock of a folder that a server has used stays.
        await #expect(throws: StartupRefusal.self) {
            try await Restore(maintenance(), at: Self.now).run(file, replacing: false)
        }
        #expect(exists("data/gatehouse.lock"))
    }

    @Test func `a cure names the file of settings with which the command ran`() async throws {
        try end(await serve())
        let settings = folder.path("my settings.json")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: settings))
        try FileManager.default.removeItem(atPath: folder.path("data/gatehouse.sqlite"))
        let configuration = try ServerConfiguration.read(
            mode: .maintenance, commandLine: [.dataDirectory: folder.path("data"), .config: settings], environment: [:])
        let refusal = await #expect(throws: StartupRefusal.self) { try await DatabaseCheck(configuration).run() }
        let cure = "gatehouse restore FILE --replace --data-dir \(folder.path("data")) --config '\(settings)'"
        #expect(refusal?.description.hasSuffix(cure) == true)
    }

    @Test(arguments: [
        "CREATE TRIGGER late AFTER INSERT ON users BEGIN DELETE FROM codes; END", "CREATE VIEW late AS SELECT 1 AS one",
        "CREATE TABLE late (id BIGINT)", "CREATE INDEX late ON users (username)", "DROP TABLE user_counts",
        "DROP TABLE schema_migrations; CREATE VIEW schema_migrations AS SELECT 1 AS version, 1 AS checksum",
    ])
    func `a backup with another schema than that of a release is refused`(change: String) async throws {
        let file = try await backup()
        let attacker = try DatabaseQueue(path: file)
        try await attacker.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; \(change)")
        }
        try attacker.close()
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await Restore(maintenance("other"), at: Self.now).run(file, replacing: false)
        }
        #expect(refusal?.exitCode == .damaged)
        #expect(refusal?.description.contains("is not a backup that gatehouse made") == true)
        #expect(!exists("other/gatehouse.sqlite") && !exists("other/gatehouse.sqlite.new"))
        let report = try await DatabaseCheck(maintenance(), backup: file).run()
        #expect(report.lines.contains { line in line.isProblem && line.text.hasPrefix("Schema: ") })
    }

    @Test func `a check of a file in which nothing can be read lists the damage`() async throws {
        try end(await serve())
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("data/gatehouse.sqlite")))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 3_996))
        try file.close()
        let report = try await DatabaseCheck(maintenance()).run()
        let problems = report.lines.filter { line in line.isProblem }.map { line in line.text }
        #expect(problems.first?.hasPrefix("Damage: ") == true)
        #expect(problems.last?.hasSuffix("gatehouse restore FILE --replace --data-dir \(folder.path("data"))") == true)
    }

    @Test func `a check names an object that the database has in addition`() async throws {
        let server = try await serve()
        try await server.database.write { connection in
            try connection.execute("CREATE TRIGGER late AFTER INSERT ON users BEGIN DELETE FROM codes; END")
        }
        try end(server)
        let report = try await DatabaseCheck(maintenance()).run()
        let problems = report.lines.filter { line in line.isProblem }.map { line in line.text }
        #expect(problems.first == "Schema: trigger late is there, but no release makes it")
    }

    @Test func `a backup that restore would refuse is kept, named as refused, and replaces no other`() async throws {
        let good = try await backup()
        let before = try Data(contentsOf: URL(fileURLWithPath: good))
        let server = try await serve()
        try await server.database.write { connection in
            try connection.execute("CREATE INDEX late ON users (username)")
        }
        try end(server)
        let file = folder.path("late")
        for (target, copy) in [(file, file), (good, good + ".new")] {
            let refusal = await #expect(throws: StartupRefusal.self) {
                try await Backup(maintenance()).write(to: target, replacing: true)
            }
            #expect(refusal?.exitCode == .damaged)
            #expect(refusal?.description.contains("index late is there, but no release makes it") == true)
            #expect(refusal?.description.contains("The copy \(copy) is complete") == true)
            #expect(FileManager.default.fileExists(atPath: copy))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: good)) == before)
    }

    @Test func `a check names a key check that is damaged, and not the key`() async throws {
        try end(await serve())
        try Data("junk".utf8).write(to: URL(fileURLWithPath: folder.path("data/master.check")))
        let report = try await DatabaseCheck(maintenance()).run()
        let problems = report.lines.filter { line in line.isProblem }.map { line in line.text }
        #expect(problems.count == 1)
        #expect(problems.first?.contains("it is the right one, but master.check is damaged") == true)
    }

    @Test func `a check names a master key that does not fit and a counter that is wrong`() async throws {
        let server = try await serve()
        try await server.database.write { connection in
            try connection.execute(
                "INSERT INTO user_counts (pool_id, part, users) VALUES (\("us-east-1_Gone"), \(0), \(3))")
        }
        try end(server)
        let key = ["GATEHOUSE_MASTER_KEY": Base64.encode(Entropy.system.bytes(32))]
        let report = try await DatabaseCheck(Self.configuration(folder.path("data"), environment: key)).run()
        let problems = report.lines.filter { line in line.isProblem }.map { line in line.text }
        #expect(problems.contains { problem in problem.contains("not the one that sealed this database") })
        #expect(problems.contains { problem in problem.contains("us-east-1_Gone") })
    }

    @Test func `a check of a sound database changes nothing and finds no problem`() async throws {
        let server = try await serve()
        let report = try await DatabaseCheck(maintenance()).run()
        #expect(report.isSound)
        let expected = "Rows: 0 user pools, 0 users, 0 messages that wait to be sent"
        #expect(report.lines.contains { line in line.text == expected })
        try end(server)
    }

    @Test func `a backup is checked without being restored`() async throws {
        let file = try await backup()
        let report = try await DatabaseCheck(maintenance(), backup: file).run()
        #expect(report.isSound)
        #expect(report.lines.contains { line in line.text.contains("it is the one that sealed this database") })
        await #expect(throws: StartupRefusal.self) {
            try await DatabaseCheck(maintenance(), backup: folder.path("data/master.key")).run()
        }
    }
}
