// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// The statements that go to the server together.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct PostgresTripTests {
    /// Calls a body with a database that has a thing, and with the number of trips so far.
    private static func withThings(
        _ body: (_ database: PostgresDatabase, _ trips: @escaping @Sendable () -> Int) async throws -> Void
    ) async throws {
        let trips = Mutex(0)
        var limits = TestServer.limits
        limits.whenTripEnds = { trips.withLock { $0 += 1 } }
        try await TestServer.withDatabase(connections: 1, limits: limits) { database, _ in
            try await database.makeThings()
            trips.withLock { $0 = 0 }
            try await body(database) { trips.withLock { $0 } }
        }
    }

    private static func query(_ id: Int) -> SQL { "SELECT name FROM things WHERE id = \(id)" }

    private static func name(_ reader: any SQLReader, _ id: Int = 1) throws -> String? {
        try reader.queryOne(query(id)).map { row in try row["name"] }
    }

    @Test func `a lookup is sent once, until something changes`() async throws {
        try await Self.withThings { (database, trips) async throws in
            let read = try await database.read { reader in
                try (0..<3).map { _ in try Self.name(reader) }
            }
            #expect(read == ["0", "0", "0"])
            #expect(trips() == 1)
            let written = try await database.write { connection in
                let before = try Self.name(connection)
                try connection.execute("UPDATE things SET name = \("1") WHERE id = \(1)")
                let after = try Self.name(connection)
                try connection.post("UPDATE things SET name = \("2") WHERE id = \(1)")
                return [before, after, try Self.name(connection)]
            }
            #expect(written == ["0", "1", "2"])
            // Three lookups, a change and the COMMIT.
            #expect(trips() == 6)
        }
    }

    @Test func `queries that the body expects go in one trip, with any other`() async throws {
        try await Self.withThings { (database, trips) async throws in
            let read = try await database.read { reader in
                reader.expect([Self.query(1), Self.query(2), Self.query(1)])
                let other = try Self.name(reader, 3)
                return [other, try Self.name(reader, 2), try Self.name(reader, 1)]
            }
            #expect(read == [nil, nil, "0"])
            #expect(trips() == 1)
        }
    }

    @Test func `an expected query that is not made changes nothing`() async throws {
        try await Self.withThings { (database, trips) async throws in
            try await database.write { connection in
                connection.expect([Self.query(1)])
                try connection.execute("UPDATE things SET name = \("1") WHERE id = \(1)")
                #expect(try Self.name(connection) == "1")
            }
            #expect(trips() == 3)
        }
    }

    @Test func `statements without an answer go with the next query, or with the commit`() async throws {
        try await Self.withThings { (database, trips) async throws in
            let count = try await database.write { connection in
                try connection.post("INSERT INTO things (id, name) VALUES (\(2), \("a"))")
                let count = try connection.query("SELECT id FROM things").count
                try connection.post("UPDATE things SET name = \("b") WHERE id = \(2)")
                return count
            }
            #expect(count == 2)
            #expect(trips() == 2)
            try await database.write { connection in
                try connection.post("INSERT INTO things (id, name) VALUES (\(3), \("c"))")
            }
            #expect(trips() == 3)
            #expect(try await database.names() == ["0", "b", "c"])
        }
    }

    @Test func `a statement without an answer that fails undoes the transaction`() async throws {
        try await Self.withThings { (database, _) async throws in
            await #expect(throws: StorageError.self) {
                try await database.write { connection in
                    try connection.post("INSERT INTO things (id, name) VALUES (\(2), \("a"))")
                    try connection.post("UPDATE things SET name = NULL WHERE id = \(1)")
                }
            }
            #expect(try await database.names() == ["0"])
            try await database.increment()
            #expect(try await database.names() == ["1"])
        }
    }

    @Test func `a body that throws leaves nothing of what it posted`() async throws {
        try await Self.withThings { (database, trips) async throws in
            await #expect(throws: StorageError.busy) {
                try await database.write { connection in
                    try connection.post("INSERT INTO things (id, name) VALUES (\(2), \("a"))")
                    throw StorageError.busy
                }
            }
            #expect(trips() == 0)
            #expect(try await database.names() == ["0"])
        }
    }

    @Test func `more statements without an answer than a trip has are all run, in their order`() async throws {
        try await Self.withThings { (database, trips) async throws in
            try await database.write { connection in
                for number in 1...200 {
                    try connection.post("UPDATE things SET name = name || \(",\(number)") WHERE id = \(1)")
                }
            }
            #expect(trips() == 4)
            let all = (["0"] + (1...200).map { String($0) }).joined(separator: ",")
            #expect(try await database.names() == [all])
        }
    }
}
