// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Bodies that run again after conflicts.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct RerunTests {
    @Test func `of two writes that conflict the second runs again, and both are kept`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            let before = database.runsAgain
            let (hasRead, read) = AsyncStream.makeStream(of: Void.self)
            let other = DispatchSemaphore(value: 0)
            let runs = Mutex(0)
            async let slow: Void = database.write { connection in
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                try PostgresDatabase.increment(connection) {
                    guard isFirst else { return }
                    read.finish()
                    other.wait()
                }
            }
            for await _ in hasRead {}
            do {
                defer { other.signal() }
                try await database.increment()
            }
            try await slow
            #expect(try await database.names() == ["2"])
            #expect(runs.withLock { $0 } == 2)
            #expect(database.runsAgain == before + 1)
        }
    }

    @Test func `a write that always conflicts fails after eight more runs with random pauses`() async throws {
        let pauses = Mutex<[Duration]>([])
        var limits = TestServer.limits
        limits.pause = { duration in pauses.withLock { $0.append(duration) } }
        try await TestServer.withDatabase(limits: limits) { database, schema in
            try await database.makeThings()
            let before = database.runsAgain
            // Another program, whose writes do not wait for those of the first.
            let other = try await TestServer.open(schema: schema, connections: 1)
            defer { try? other.close() }
            let (runs, run) = AsyncStream.makeStream(of: Void.self)
            let incremented = DispatchSemaphore(value: 0)
            let failing = Task { () -> (any Error)? in
                defer { run.finish() }
                do {
                    try await database.write { connection in
                        try PostgresDatabase.increment(connection) {
                            run.yield()
                            incremented.wait()
                        }
                    }
                    return nil
                } catch {
                    return error
                }
            }
            var count = 0
            for await _ in runs {
                defer { incremented.signal() }
                count += 1
                try await other.increment()
            }
            let error = await failing.value
            #expect(error as? StorageError == .serializationFailure)
            #expect(count == 9)
            #expect(database.runsAgain == before + 8)
            #expect(try await database.names() == ["9"])
            let bounds = [2, 4, 8, 16, 32, 50, 50, 50]
            let drawn = pauses.withLock { $0 }
            #expect(drawn.count == bounds.count)
            for (duration, bound) in zip(drawn, bounds) {
                #expect(duration >= .milliseconds(1) && duration <= .milliseconds(bound))
            }
        }
    }

    @Test func `a conflict is not hidden by a body that turns errors into others`() async throws {
        struct Hidden: Error {}
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            let runs = Mutex(0)
            let first = DispatchSemaphore(value: 0)
            let (hasRead, read) = AsyncStream.makeStream(of: Void.self)
            async let slow: Void = database.write { connection in
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                do {
                    try PostgresDatabase.increment(connection) {
                        guard isFirst else { return }
                        read.finish()
                        first.wait()
                    }
                } catch {
                    throw Hidden()
                }
            }
            for await _ in hasRead {}
            do {
                defer { first.signal() }
                try await database.increment()
            }
            try await slow
            #expect(try await database.names() == ["2"])
        }
    }

    @Test func `a write whose body goes on after a failure does not commit`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            await #expect(throws: StorageError.uniqueViolation(table: "things", columns: ["id"])) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO things (id, name) VALUES (2, 'two')")
                    _ = try? connection.execute("INSERT INTO things (id, name) VALUES (1, 'again')")
                }
            }
            #expect(try await database.names() == ["0"])
        }
    }

    @Test func `statements that the server has forgotten are prepared again`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, _ in
            try await database.makeThings()
            #expect(try await database.names() == ["0"])
            try await database.execute("DEALLOCATE ALL")
            let before = database.runsAgain
            #expect(try await database.names() == ["0"])
            #expect(database.runsAgain == before + 1)
        }
    }

    @Test func `a statement whose columns another program has changed is prepared again`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, schema in
            try await database.makeThings()
            #expect(try await Self.firstThing(in: database) == "0")
            let other = try await TestServer.open(schema: schema, connections: 1)
            try await other.execute("ALTER TABLE things ADD COLUMN kind TEXT")
            try other.close()
            #expect(try await Self.firstThing(in: database) == "0")
        }
    }

    /// The name of the first thing, by a statement whose columns are those of the table.
    private static func firstThing(in database: PostgresDatabase) async throws -> String? {
        try await database.read { reader in
            let row = try reader.queryOne("SELECT * FROM things")
            return try row?["name"]
        }
    }
}
