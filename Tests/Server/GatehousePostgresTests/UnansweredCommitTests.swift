// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Dispatch
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Connections that are cut around the COMMIT of a write.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct UnansweredCommitTests {
    /// Whether a body names its own witness, or leaves it to the driver.
    enum Naming: CaseIterable {
        case ownRow
        case driversRow
    }

    /// Adds a thing under a key, which the caller has drawn.
    private static func add(_ id: Int, _ naming: Naming, to connection: any SQLConnection) throws {
        let statement: SQL = "INSERT INTO things (id, name) VALUES (\(id), 'new') ON CONFLICT DO NOTHING"
        switch naming {
        case .ownRow: try connection.execute(statement, witness: "SELECT name FROM things WHERE id = \(id)")
        case .driversRow: try connection.execute(statement)
        }
    }

    @Test(arguments: PostgresProxy.Cut.settled, Naming.allCases)
    func `a write whose connection is cut at the commit is done once`(
        _ cut: PostgresProxy.Cut, _ naming: Naming
    ) async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            let runs = Mutex(0)
            proxy.arm(cut)
            let answer = try await database.write { connection in
                try Self.add(2, naming, to: connection)
                return runs.withLock { runs in
                    runs += 1
                    return runs
                }
            }
            #expect(proxy.cuts == 1)
            #expect(answer == (cut == .beforeCommit ? 2 : 1))
            #expect(runs.withLock { $0 } == answer)
            #expect(try await database.names() == ["0", "new"])
            #expect(try await Self.witnesses(in: database) == (naming == .ownRow ? 0 : 1))
        }
    }

    @Test(arguments: PostgresProxy.Cut.settled)
    func `a counter whose connection is cut at the commit counts once`(_ cut: PostgresProxy.Cut) async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            for number in 1...3 {
                proxy.arm(cut)
                try await database.increment()
                #expect(try await database.names() == ["\(number)"])
            }
            #expect(proxy.cuts == 3)
        }
    }

    @Test(arguments: PostgresProxy.Cut.settled)
    func `a thing is taken away once, and its taker gets the success`(_ cut: PostgresProxy.Cut) async throws {
        struct Gone: Error {}
        try await TestServer.withProxy { (database, proxy) async throws in
            proxy.arm(cut)
            try await database.write { connection in
                guard try connection.execute("DELETE FROM things WHERE id = 1") > 0 else { throw Gone() }
            }
            #expect(proxy.cuts == 1)
            await #expect(throws: Gone.self) {
                try await database.write { connection in
                    guard try connection.execute("DELETE FROM things WHERE id = 1") > 0 else { throw Gone() }
                }
            }
        }
    }

    /// The key that a run stores.
    enum Keys: CaseIterable {
        case same
        case ownOfEachRun
    }

    @Test(arguments: Keys.allCases, Naming.allCases)
    func `a first try that is still being committed is waited for, and counts`(
        _ keys: Keys, _ naming: Naming
    ) async throws {
        // Two keys have no collision except that of the driver's row.
        guard keys == .same || naming == .driversRow else { return }
        try await TestServer.withProxy { (database, proxy) async throws in
            try await Self.makeCommitsWait(in: database)
            let (hasLocked, lock) = AsyncStream.makeStream(of: Void.self)
            let release = DispatchSemaphore(value: 0)
            async let holding: Void = database.write { connection in
                _ = try connection.query("SELECT CAST(pg_advisory_xact_lock(7) AS TEXT) AS locked")
                lock.finish()
                release.wait()
            }
            for await _ in hasLocked {}
            let runs = Mutex(0)
            let answer: Int
            do {
                defer { release.signal() }
                proxy.arm(.duringCommit)
                answer = try await database.write { connection in
                    let run = runs.withLock { runs in
                        runs += 1
                        return runs
                    }
                    // The first commit ends while the second run waits for it, or has ended before.
                    if run == 2 { release.signal() }
                    try Self.add(keys == .same ? 2 : 1 + run, naming, to: connection)
                    return run
                }
            }
            try await holding
            #expect(proxy.cuts == 1)
            #expect(answer == 1)
            #expect(try await database.names() == ["0", "new"])
        }
    }

    /// Lets the commit of each new thing wait for an advisory lock.
    private static func makeCommitsWait(in database: PostgresDatabase) async throws {
        try await database.execute(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$
            """)
        try await database.execute(
            """
            CREATE CONSTRAINT TRIGGER waiting AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION wait()
            """)
    }

    @Test func `a row of another transaction is no witness`() async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            proxy.arm(.beforeCommit)
            let runs = Mutex(0)
            // The key exists, so the statement that names the witness changes nothing.
            try await database.write { connection in
                runs.withLock { $0 += 1 }
                try Self.add(1, .ownRow, to: connection)
                try connection.execute("UPDATE things SET name = 'renamed' WHERE id = 1")
            }
            #expect(proxy.cuts == 1)
            #expect(runs.withLock { $0 } == 2)
            #expect(try await database.names() == ["renamed"])
        }
    }

    @Test func `two cuts one after another are found out too`() async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            proxy.arm(.beforeCommit)
            try await database.write { connection in
                // The second run's commit is cut as well, after the server has committed.
                if proxy.cuts == 1 { proxy.arm(.afterCommit) }
                try PostgresDatabase.increment(connection)
            }
            #expect(proxy.cuts == 2)
            #expect(try await database.names() == ["1"])
        }
    }

    @Test(arguments: PostgresProxy.Cut.settled)
    func `without finding out the caller gets an unknown outcome at once`(
        _ cut: PostgresProxy.Cut
    ) async throws {
        var limits = TestServer.limits
        limits.findingOut = .zero
        try await TestServer.withProxy(limits: limits) { (database, proxy) async throws in
            proxy.arm(cut)
            await #expect(throws: StorageError.unknownOutcome) { try await database.increment() }
            #expect(proxy.cuts == 1)
            #expect(try await database.names() == [cut == .beforeCommit ? "0" : "1"])
        }
    }

    @Test func `a server that does not come back leaves the outcome unknown, within its time`() async throws {
        var limits = TestServer.limits
        limits.findingOut = .seconds(1)
        try await TestServer.withProxy(limits: limits) { (database, proxy) async throws in
            proxy.arm(.afterCommit, refusing: true)
            let start = ContinuousClock.now
            await #expect(throws: StorageError.unknownOutcome) { try await database.increment() }
            #expect(ContinuousClock.now - start >= .seconds(0.8))
            proxy.disarm()
            #expect(try await database.names() == ["1"])
        }
    }

    @Test func `a cancelled caller gets the result of its write`() async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            let (hasRun, run) = AsyncStream.makeStream(of: Void.self)
            let isCancelled = DispatchSemaphore(value: 0)
            proxy.arm(.afterCommit)
            let task = Task {
                try await database.write { connection in
                    try PostgresDatabase.increment(connection)
                    run.finish()
                    isCancelled.wait()
                }
            }
            for await _ in hasRun {}
            task.cancel()
            isCancelled.signal()
            try await task.value
            #expect(proxy.cuts == 1)
            #expect(try await database.names() == ["1"])
        }
    }

    @Test func `a body that may be run twice is, and adds no row of the driver`() async throws {
        try await TestServer.withProxy { (database, proxy) async throws in
            proxy.arm(.afterCommit)
            let runs = Mutex(0)
            try await database.write { connection in
                runs.withLock { $0 += 1 }
                try connection.execute("UPDATE things SET name = 'seen' WHERE id = 1", witness: .noWitness)
            }
            #expect(proxy.cuts == 1)
            #expect(runs.withLock { $0 } == 2)
            #expect(try await database.names() == ["seen"])
            #expect(try await Self.witnesses(in: database) == 0)
        }
    }

    @Test func `a body that changes nothing adds no row of the driver`() async throws {
        try await TestServer.withProxy { database, _ in
            try await database.write { connection in
                _ = try connection.query("SELECT id FROM things")
                try connection.execute("DELETE FROM things WHERE id = 7")
            }
            #expect(try await Self.witnesses(in: database) == 0)
        }
    }

    /// The number of rows that the driver has added.
    private static func witnesses(in database: PostgresDatabase) async throws -> Int {
        try await database.read { reader in
            try reader.queryOne("SELECT count(*) AS number FROM used_ids WHERE id LIKE 'commit %'")?["number"] ?? 0
        }
    }
}
#endif
