// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Rows under keys that other transactions may store, too: the first run of a body takes them to be new.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct PostgresClaimTests {
    private struct Taken: Error {}
    private struct Refused: Error {}

    /// Claims the key of a thing; there is one with the key 1.
    private static func claim(_ id: Int, in connection: any SQLConnection) throws -> Bool {
        try connection.claim("INSERT INTO things (id, name) VALUES (\(id), \("claimed"))")
    }

    @Test func `a claim that holds goes with the commit`() async throws {
        let trips = Mutex(0)
        var limits = TestServer.limits
        limits.whenTripEnds = { trips.withLock { $0 += 1 } }
        try await TestServer.withDatabase(limits: limits) { database, _ in
            try await database.makeThings()
            let before = (runs: database.runsAgain, trips: trips.withLock { $0 })
            let holds = try await database.write { connection in try Self.claim(2, in: connection) }
            #expect(holds)
            #expect(trips.withLock { $0 } == before.trips + 1)
            #expect(database.runsAgain == before.runs)
            #expect(try await database.names() == ["0", "claimed"])
        }
    }

    @Test(arguments: [false, true])
    func `a claim of a row that exists runs the body again, and does not hold`(_ asks: Bool) async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            let before = database.runsAgain
            let holds = try await database.write { connection in
                let holds = try Self.claim(1, in: connection)
                // A query sends what waits.
                if asks { _ = try connection.query("SELECT name FROM things WHERE id = \(1)") }
                try connection.post("INSERT INTO things (id, name) VALUES (\(2), \("\(holds)"))")
                return holds
            }
            #expect(!holds)
            #expect(database.runsAgain == before + 1)
            #expect(try await database.names() == ["0", "false"])
        }
    }

    @Test func `a body that fails behind a claim fails for the reason that counts`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            func write(_ id: Int) async throws {
                try await database.write { connection in
                    guard try Self.claim(id, in: connection) else { throw Taken() }
                    throw Refused()
                }
            }
            await #expect(throws: Taken.self) { try await write(1) }
            await #expect(throws: Refused.self) { try await write(2) }
            #expect(try await database.names() == ["0"])
        }
    }

    @Test func `of many claims of a key at once one holds`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            let holding = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await database.write { connection in try Self.claim(2, in: connection) } }
                }
                return try await group.reduce(into: 0) { count, holds in count += holds ? 1 : 0 }
            }
            #expect(holding == 1)
            #expect(try await database.names() == ["0", "claimed"])
        }
    }
}
