// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct PoolTests {
    @Test func `a transaction that waits too long for a connection is refused, and others go on`() async throws {
        let pauses = Pauses()
        var limits = TestServer.limits
        limits.pause = { try await pauses.pause($0) }
        try await TestServer.withDatabase(connections: 1, limits: limits) { [limits] database, _ in
            let held = HeldConnection(database)
            await held.begin()
            async let refused: Int = database.read { reader in try reader.query("SELECT 1").count }
            await pauses.end(limits.longestWait)
            do {
                Issue.record("The read had \(try await refused) rows.")
            } catch {
                #expect(error as? StorageError == .busy)
            }
            async let waiting: Int = database.read { reader in try reader.query("SELECT 1").count }
            try await held.end()
            #expect(try await waiting == 1)
        }
    }

    @Test func `a transaction behind too many waiting ones is refused at once`() async throws {
        var limits = TestServer.limits
        limits.waitingForEach = 0
        try await TestServer.withDatabase(connections: 1, limits: limits) { database, _ in
            let held = HeldConnection(database)
            await held.begin()
            await #expect(throws: StorageError.busy) {
                try await database.read { reader in try reader.query("SELECT 1") }
            }
            try await held.end()
            #expect(try await database.read { reader in try reader.query("SELECT 1").count } == 1)
        }
    }

    @Test func `more transactions than connections all end`() async throws {
        try await TestServer.withDatabase(connections: 2) { database, _ in
            try await database.makeThings()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 2..<52 {
                    group.addTask {
                        try await database.write { connection in
                            try connection.execute("INSERT INTO things (id, name) VALUES (\(id), 'x')")
                        }
                        _ = try await database.names()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.names().count == 51)
            #expect(database.waitingWrites == 0)
        }
    }

    @Test func `a closed database says so`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, _ in
            try await database.makeThings()
            try database.close()
            await #expect(throws: StorageError.closed) { try await database.increment() }
            await #expect(throws: StorageError.closed) {
                try await database.read { reader in try reader.query("SELECT 1") }
            }
        }
    }

    @Test func `the check of identity finds a schema that was replaced`() async throws {
        try await TestServer.withDatabase { database, schema in
            try await database.checkIdentity()
            try await database.makeThings()
            try await database.checkIdentity()
            try await database.probe()
            try await database.checkIdentity()
            try await database.execute("DROP SCHEMA \(schema) CASCADE")
            try await database.execute("CREATE TABLE things (id BIGINT)")
            await #expect {
                try await database.checkIdentity()
            } throws: { error in
                guard case StorageError.unsound = error else { return false }
                return true
            }
            await #expect(throws: StorageError.self) { try await database.increment() }
        }
    }
}

/// A read that keeps its connection until the test ends it.
private final class HeldConnection: Sendable {
    private let database: PostgresDatabase
    private let hasBegun = Latch()
    private let goesOn = DispatchSemaphore(value: 0)
    private let ended = Relay<(any Error)?>()

    init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// Returns when the connection is in use.
    func begin() async {
        Task { [self] in
            do {
                _ = try await database.read { [hasBegun, goesOn] reader in
                    let rows = try reader.query("SELECT 1")
                    hasBegun.open()
                    goesOn.wait()
                    return rows.count
                }
                ended.send(nil)
            } catch {
                ended.send(error)
                hasBegun.open()
            }
        }
        await hasBegun.wait()
    }

    /// Returns after the connection was given back.
    func end() async throws {
        goesOn.signal()
        if let error = await ended.next() ?? nil { throw error }
    }
}
