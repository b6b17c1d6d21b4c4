// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Connections that the server ends at chosen points.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct LostConnectionTests {
    /// A statement that ends its own connection.
    private static let end: SQL = "SELECT CAST(CAST(pg_terminate_backend(pg_backend_pid()) AS INTEGER) AS BIGINT)"

    @Test func `a write whose connection is lost before the commit runs again, and writes once`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.makeThings()
            let runs = Mutex(0)
            let answer = try await database.write { connection in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                try connection.execute("INSERT INTO things (id, name) VALUES (2, \("\(run)"))")
                if run == 1 { _ = try connection.query(Self.end) }
                return run
            }
            #expect(answer == 2)
            #expect(try await database.names() == ["0", "2"])
        }
    }

    @Test func `a read whose connection is lost runs again`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, _ in
            try await database.makeThings()
            let runs = Mutex(0)
            let names = try await database.read { reader in
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                if isFirst { _ = try reader.query(Self.end) }
                return try reader.query("SELECT name FROM things").count
            }
            #expect(names == 1)
        }
    }

    @Test func `a body whose connection is lost each time fails as an outage`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, _ in
            let runs = Mutex(0)
            do {
                try await database.write { connection in
                    runs.withLock { $0 += 1 }
                    _ = try connection.query(Self.end)
                }
                Issue.record("The write was committed.")
            } catch let error as StorageError {
                #expect(error.isOutage)
            }
            #expect(runs.withLock { $0 } == 9)
        }
    }

    @Test func `a connection that was lost between two transactions is replaced`() async throws {
        try await TestServer.withDatabase(connections: 1) { database, schema in
            try await database.makeThings()
            let process: Int = try await database.read { reader in
                try reader.queryOne("SELECT pg_backend_pid() AS process")?["process"] ?? 0
            }
            let other = try await TestServer.open(schema: schema, connections: 1)
            try await other.write { connection in
                _ = try connection.query(
                    """
                    SELECT CAST(CAST(pg_terminate_backend(CAST(\(process) AS INTEGER), 5000) AS INTEGER) AS BIGINT)
                    """)
            }
            try other.close()
            try await database.increment()
            #expect(try await database.names() == ["1"])
        }
    }

    @Test func `a connection that was idle for long is tried before its use`() async throws {
        let now = Mutex(ContinuousClock.now)
        var limits = TestServer.limits
        limits.now = { now.withLock { $0 } }
        try await TestServer.withDatabase(connections: 1, limits: limits) { database, schema in
            try await database.makeThings()
            let process: Int = try await database.read { reader in
                try reader.queryOne("SELECT pg_backend_pid() AS process")?["process"] ?? 0
            }
            let other = try await TestServer.open(schema: schema, connections: 1)
            try await other.write { connection in
                _ = try connection.query(
                    """
                    SELECT CAST(CAST(pg_terminate_backend(CAST(\(process) AS INTEGER), 5000) AS INTEGER) AS BIGINT)
                    """)
            }
            try other.close()
            now.withLock { $0 += .seconds(30) }
            let before = database.runsAgain
            #expect(try await database.names() == ["0"])
            #expect(database.runsAgain == before)
        }
    }

    @Test func `a connection that is lost at each commit has an unknown outcome, which is an outage`() async throws {
        var limits = TestServer.limits
        limits.findingOut = .seconds(1)
        try await TestServer.withDatabase(limits: limits) { database, _ in
            try await database.makeThings()
            try await database.execute(
                """
                CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM 1; RETURN NULL; END $$
                """)
            try await database.execute(
                """
                CREATE CONSTRAINT TRIGGER falling AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION fall()
                """)
            await #expect(throws: StorageError.unknownOutcome) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO things (id, name) VALUES (2, 'two')")
                }
            }
            #expect(StorageError.unknownOutcome.isOutage)
            #expect(try await database.names() == ["0"])
        }
    }
}
