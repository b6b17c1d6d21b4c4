// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Logging
import Synchronization
import Testing

@Suite(.hangLimit) struct DatabaseWatchTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let path: String
    private let lines = LogLines()

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("gatehouse.sqlite")
        database = try SQLiteDatabase(path: path)
        try await database.write { connection in try connection.execute("CREATE TABLE things (content BLOB)") }
    }

    /// Runs `count` rounds of a service; `body` is called before each.
    private func rounds(
        _ count: Int, before body: @escaping @Sendable (Int) throws -> Void = { _ in },
        of service: (_ pause: @escaping @Sendable () async throws -> Void) -> DatabaseWatch
    ) async throws {
        let last = LastPause()
        let number = Mutex(0)
        try await last.end(
            service {
                let present = number.withLock { number in
                    defer { number += 1 }
                    return number
                }
                guard present < count else { return try await last.sleep() }
                try body(present)
            })
    }

    @Test func `a database that was moved away is logged once, and calls answer 503`() async throws {
        try await rounds(4) { [path] number in
            if number == 1 { try FileManager.default.moveItem(atPath: path, toPath: path + ".aside") }
        } of: { pause in
            DatabaseWatch(database, logger: lines.logger, pause: pause)
        }
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("critical The database cannot be used") == true)
        #expect(lines.all.first?.contains("gatehouse restore FILE --replace") == true)
        let fault = await #expect(throws: ServiceFault.self) {
            try await ServiceFault.translating {
                try await database.read { reader in try reader.query("SELECT 1") }
            }
        }
        #expect(fault?.code == .serviceUnavailable)
    }

    @Test func `a database server that is away is logged once a minute`() async throws {
        let time = Mutex(ContinuousClock.now)
        try await rounds(5) { _ in
            time.withLock { $0 += .seconds(20) }
        } of: { pause in
            DatabaseWatch(AwayDatabase(), logger: lines.logger, now: { time.withLock { $0 } }, pause: pause)
        }
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { line in line.hasPrefix("warning The database could not be checked") })
    }

    @Test func `a database in its place is not reported`() async throws {
        try await rounds(3) { pause in DatabaseWatch(database, logger: lines.logger, pause: pause) }
        #expect(lines.all.isEmpty)
    }

    @Test func `a page that a call found damaged is logged as critical in the next round`() async throws {
        let content = [UInt8](repeating: 7, count: 100_000)
        try await database.write { connection in
            for _ in 0..<5 { try connection.execute("INSERT INTO things (content) VALUES (\(content))") }
        }
        try await database.shortenLog(over: 0)
        let file = FileHandle(fileDescriptor: unsafe open(path, O_WRONLY), closeOnDealloc: false)
        try file.seek(toOffset: 8_192)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100_000))
        try await rounds(1) { pause in DatabaseWatch(database, logger: lines.logger, pause: pause) }
        #expect(lines.all.isEmpty)
        await #expect(throws: StorageError.self) {
            _ = try await database.read { reader in try reader.query("SELECT content FROM things") }
        }
        try await rounds(2) { pause in DatabaseWatch(database, logger: lines.logger, pause: pause) }
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("critical The database cannot be used") == true)
        #expect(lines.all.first?.contains("is damaged") == true)
    }

    @Test func `the first round of the upkeep finds damage, and calls answer 503`() async throws {
        let content = [UInt8](repeating: 7, count: 100_000)
        try await database.write { connection in
            for _ in 0..<5 { try connection.execute("INSERT INTO things (content) VALUES (\(content))") }
        }
        try await database.shortenLog(over: 0)
        // The descriptor stays open: closing it would release the locks that this process has on the file.
        let file = FileHandle(fileDescriptor: unsafe open(path, O_WRONLY), closeOnDealloc: false)
        try file.seek(toOffset: 8_192)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100_000))
        let last = LastPause()
        try await last.end(
            DatabaseUpkeep(database, clock: .system, logger: lines.logger) { try await last.sleep() })
        #expect(lines.all.contains { line in line.hasPrefix("critical The database failed its check") })
        let fault = await #expect(throws: ServiceFault.self) {
            try await ServiceFault.translating {
                try await database.read { reader in try reader.query("SELECT 1") }
            }
        }
        #expect(fault?.code == .serviceUnavailable)
    }
}

/// A database on a server that cannot be reached.
private struct AwayDatabase: ServerDatabase {
    private static let away = StorageError.inputOutput("the server is away")

    var storedBytes: Int64? { nil }
    var waitingWrites: Int { 0 }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        throw Self.away
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        throw Self.away
    }

    func checkIdentity() async throws { throw Self.away }
    func takeSuspicion() -> Bool { false }
    func checkContent() async throws { throw Self.away }
    func tidy() async throws { throw Self.away }
    func close() throws {}
}
