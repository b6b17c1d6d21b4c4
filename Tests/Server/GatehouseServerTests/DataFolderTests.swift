// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

@testable import GatehouseServer

/// The start in a data folder: cut off after each step, and in folders whose files do not belong together.
@Suite(.hangLimit) struct DataFolderTests {
    private let folder: TemporaryFolder
    private let configuration: ServerConfiguration
    private var database: String { folder.path("gatehouse.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        configuration = try ServerConfiguration.read(
            mode: .dev, commandLine: [.dataDirectory: folder.path], environment: [:])
    }

    /// Opens the folder and closes it again, as a server that ends.
    private func open() async throws {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        try opened.database.close()
        opened.lock?.release()
    }

    /// Opens the folder, and ends with the files of a server that was killed while it ran.
    private func leaveLog() async throws -> [String: Data] {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        try await opened.database.write { connection in try connection.execute("DELETE FROM queued_messages") }
        try await opened.database.write { connection in try connection.execute("CREATE TABLE late (id BIGINT)") }
        var files: [String: Data] = [:]
        for ending in ["", "-wal", "-mark"] {
            // A copy: closing a descriptor of the database itself would release this process's locks on it.
            let copy = folder.path("copy" + ending)
            try FileManager.default.copyItem(atPath: database + ending, toPath: copy)
            files[ending] = try Data(contentsOf: URL(fileURLWithPath: copy))
        }
        try opened.database.close()
        opened.lock?.release()
        return files
    }

    private func write(_ content: Data?, _ ending: String = "") throws {
        try content?.write(to: URL(fileURLWithPath: database + ending))
    }

    private func refusal() async -> StartupRefusal? {
        await #expect(throws: StartupRefusal.self) { try await open() }
    }

    @Test(arguments: DataFolder.Step.allCases)
    func `a first start that was cut off is completed by the next one`(_ last: DataFolder.Step) async throws {
        let end = StartupRefusal(.unavailable, "cut off")
        let cutOff = await #expect(throws: StartupRefusal.self) {
            _ = try await DataFolder.open(configuration, entropy: .system) { step throws(StartupRefusal) in
                if step == last { throw end }
            }
        }
        #expect(cutOff == end)
        // A kill during the creation of the database leaves an empty file.
        if last == .check { try write(Data()) }
        try await open()
        #expect(!FirstStartRecord(configuration).exists)
        try await open()
    }

    @Test(arguments: DataFolder.Step.allCases)
    func `a later start that was cut off is completed by the next one`(_ last: DataFolder.Step) async throws {
        try await open()
        let end = StartupRefusal(.unavailable, "cut off")
        await #expect(throws: end) {
            _ = try await DataFolder.open(configuration, entropy: .system) { step throws(StartupRefusal) in
                if step == last { throw end }
            }
        }
        try await open()
    }

    @Test func `a folder whose database is gone is refused, and no empty one is made`() async throws {
        try await open()
        try FileManager.default.removeItem(atPath: database)
        let refusal = await refusal()
        #expect(refusal?.description.contains("gatehouse restore FILE") == true)
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test(arguments: [true, false])
    func `a folder with a part of a copy names the same copy as the cure, and nothing is made`(
        hasCheck: Bool
    ) async throws {
        try await open()
        try FileManager.default.moveItem(atPath: database, toPath: database + ".copy")
        for file in ["gatehouse.sqlite-wal", "gatehouse.sqlite-shm", "gatehouse.sqlite-mark"] {
            try? FileManager.default.removeItem(atPath: folder.path(file))
        }
        // A copy seals it after it has made the tables.
        if !hasCheck { try FileManager.default.removeItem(atPath: folder.path("master.check")) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let checked = await #expect(throws: StartupRefusal.self) { try await DatabaseCheck(configuration).run() }
        for refusal in [await refusal(), checked] {
            #expect(refusal?.exitCode == .unavailable)
            #expect(refusal?.description.contains("run the same gatehouse copy again") == true)
            #expect(refusal?.description.contains("restore") == false)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
    }

    @Test func `an empty file in place of the database is refused`() async throws {
        try await open()
        try write(Data())
        #expect(await refusal()?.description.contains("gatehouse restore FILE") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)).isEmpty)
    }

    @Test func `a backup in place of the database is refused until it is restored`() async throws {
        try await open()
        let copy = folder.path("copy")
        try SQLiteBackup.copy(database, to: copy, adding: [:])
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: copy, toPath: database)
        #expect(await refusal()?.description.contains("is a backup") == true)
        try SQLiteBackup.restore(path: database)
        try await open()
    }

    @Test func `the log of a killed server is used with its own database`() async throws {
        let files = try await leaveLog()
        for (ending, content) in files { try write(content, ending) }
        let opened = try await DataFolder.open(configuration, entropy: .system)
        #expect(opened.leftPages > 0)
        #expect(try await opened.database.read { reader in try reader.query("SELECT id FROM late").isEmpty })
        try opened.database.close()
    }

    @Test func `the log of a killed server is refused beside an older file of the database`() async throws {
        try await open()
        let older = try Data(contentsOf: URL(fileURLWithPath: database))
        let files = try await leaveLog()
        try write(older)
        for ending in ["-wal", "-mark"] { try write(files[ending], ending) }
        #expect(await refusal()?.description.contains("the log of another database") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == older)
        try FileManager.default.removeItem(atPath: database + "-wal")
        try await open()
    }

    @Test func `the log of another database is refused, and neither file changes`() async throws {
        let other = try DataFolderTests()
        let foreign = try #require(try await other.leaveLog()["-wal"])
        try await open()
        let own = try Data(contentsOf: URL(fileURLWithPath: database))
        try write(foreign, "-wal")
        let refusal = await refusal()
        #expect(refusal?.description.contains("the log of another database") == true)
        #expect(refusal?.description.contains("mv \(database)-wal \(database)-wal.aside") == true)
        #expect(refusal?.description.hasSuffix("gatehouse restore FILE --replace --data-dir \(folder.path)") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == own)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database + "-wal")) == foreign)
        try FileManager.default.moveItem(atPath: database + "-wal", toPath: database + "-wal.aside")
        try await open()
    }

    @Test func `the log of an earlier state of the same file is refused`() async throws {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        try await opened.opened.probe.check()
        let earlier = try Data(contentsOf: URL(fileURLWithPath: database + "-wal"))
        try await opened.database.write { connection in try connection.execute("CREATE TABLE late (id BIGINT)") }
        try await opened.opened.probe.check()
        try opened.database.close()
        opened.lock?.release()
        let own = try Data(contentsOf: URL(fileURLWithPath: database))
        try write(earlier, "-wal")
        #expect(await refusal()?.description.contains("another state of this one") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == own)
    }

    /// Opens the folder, commits as a server does, and leaves the files of a server that was killed, but not its log.
    private func loseLog() async throws {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        try await opened.database.write { connection in try connection.execute("CREATE TABLE late (id BIGINT)") }
        try await opened.opened.probe.check()
        var files: [String: Data] = [:]
        for ending in ["", "-mark"] {
            let copy = folder.path("copy" + ending)
            try FileManager.default.copyItem(atPath: database + ending, toPath: copy)
            files[ending] = try Data(contentsOf: URL(fileURLWithPath: copy))
        }
        try opened.database.close()
        opened.lock?.release()
        for (ending, content) in files { try write(content, ending) }
    }

    @Test(arguments: [false, true])
    func `a database whose log was removed or cut is refused until it is started without the changes`(
        isCut: Bool
    ) async throws {
        try await loseLog()
        let own = try Data(contentsOf: URL(fileURLWithPath: database))
        if isCut { try write(Data(), "-wal") }
        let refusal = await refusal()
        let change = isCut ? "was replaced or cut" : "was removed"
        #expect(refusal?.description.contains("\(database)-wal \(change), although it had changes") == true)
        #expect(refusal?.description.contains("mv \(database)-mark \(database)-mark.aside") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == own)
        let maintenance = try ServerConfiguration.read(
            mode: .maintenance, commandLine: [.dataDirectory: folder.path], environment: [:])
        await #expect(throws: StartupRefusal.self) { try await DatabaseCheck(maintenance).run() }
        let other = try TemporaryFolder()
        await #expect(throws: StartupRefusal.self) {
            try await Backup(maintenance).write(to: other.path("copy"), replacing: false)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
        try FileManager.default.moveItem(atPath: database + "-mark", toPath: database + "-mark.aside")
        try await open()
    }

    @Test func `a log that another program moved into the file is not missed`() async throws {
        let opened = try await DataFolder.open(configuration, entropy: .system)
        let marks = DatabaseMarks(databasePath: database)
        try await opened.opened.probe.check()
        #expect(marks.read().state != nil)
        // SQLite moves the log into the file and removes it.
        try opened.database.close()
        opened.lock?.release()
        #expect(!FileManager.default.fileExists(atPath: database + "-wal"))
        try await open()
        #expect(marks.read().state == nil)
    }

    @Test func `a state is recorded once for each state of the file`() throws {
        let marks = DatabaseMarks(databasePath: database)
        try marks.write(DatabaseMarks.Content(marks: [5, -7]))
        try marks.note(3, inFile: 3)
        #expect(marks.read() == DatabaseMarks.Content(marks: [5, -7]))
        for state: Int32 in 4...9 { try marks.note(state, inFile: 3) }
        #expect(marks.read() == DatabaseMarks.Content(marks: [5, -7], state: 4))
        try marks.note(10, inFile: 4)
        #expect(marks.read() == DatabaseMarks.Content(marks: [5, -7], state: 10))
    }

    @Test func `a database without its log is refused when it has no tables`() async throws {
        try await open()
        let empty = folder.path("empty")
        try SQLiteDatabase(path: empty).close()
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: empty, toPath: database)
        #expect(await refusal()?.description.contains("has no tables") == true)
    }

    @Test func `the log of a command that was killed is refused beside an older file`() async throws {
        try await open()
        let older = try Data(contentsOf: URL(fileURLWithPath: database))
        let maintenance = try ServerConfiguration.read(
            mode: .maintenance, commandLine: [.dataDirectory: folder.path], environment: [:])
        let opened = try await DataFolder.open(maintenance, entropy: .system)
        try await opened.database.write { connection in
            try connection.execute("UPDATE master_keys SET empty_since = NULL")
        }
        let log = folder.path("log")
        try FileManager.default.copyItem(atPath: database + "-wal", toPath: log)
        try opened.database.close()
        try write(older)
        try write(Data(contentsOf: URL(fileURLWithPath: log)), "-wal")
        // The state of the command's log is later than that of the file, which the log continues.
        try await open()
        // Beside the file of a later start it is another database's log.
        try await open()
        try write(Data(contentsOf: URL(fileURLWithPath: log)), "-wal")
        #expect(await refusal()?.description.contains("is not the log of this file") == true)
    }

    @Test func `an earlier file that was set aside stays`() async throws {
        let other = try DataFolderTests()
        let foreign = try #require(try await other.leaveLog()["-wal"])
        try await open()
        for number in 1...3 {
            try write(foreign, "-wal")
            let name = database + "-wal.aside" + (number == 1 ? "" : "-\(number)")
            #expect(await refusal()?.description.contains("mv \(database)-wal \(name)") == true)
            try FileManager.default.moveItem(atPath: database + "-wal", toPath: name)
            try await open()
        }
    }
}
