// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCrypto
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Testing

/// What the driver sets for its transactions, and the limits of their time.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct ConnectionTests {
    private static let settings: SQL = """
        SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),
            current_setting('idle_in_transaction_session_timeout'), current_setting('application_name'),
            current_setting('client_encoding'), current_setting('search_path'),
            current_setting('transaction_isolation'), current_setting('transaction_read_only')
        """

    @Test(arguments: [true, false])
    func `transactions have their limits, their schema and their isolation`(_ prepares: Bool) async throws {
        try await TestServer.withDatabase(
            connections: 1, prepares: prepares, limits: PostgresLimits()
        ) { database, schema in
            let common = ["5s", "2s", "10s", "gatehouse", "UTF8", "\"\(schema)\""]
            let read = try await database.read { reader in try Self.texts(reader) }
            #expect(read == common + ["repeatable read", "on"])
            let write = try await database.write { connection in try Self.texts(connection) }
            #expect(write == common + ["serializable", "off"])
        }
    }

    private static func texts(_ reader: any SQLReader) throws -> [String] {
        guard let row = try reader.queryOne(settings) else { return [] }
        return try (0..<8).map { index in try row[index] }
    }

    @Test func `a statement that takes too long fails as busy, and the connection is used again`() async throws {
        var limits = TestServer.limits
        limits.statement = .seconds(2)
        try await TestServer.withDatabase(connections: 1, limits: limits) { database, _ in
            let process = try await Self.process(of: database)
            await #expect(throws: StorageError.busy) {
                try await database.read { reader in try reader.query("SELECT CAST(pg_sleep(60) AS TEXT)") }
            }
            #expect(try await Self.process(of: database) == process)
        }
    }

    @Test func `a wait for a lock that takes too long fails as busy`() async throws {
        var limits = TestServer.limits
        limits.lock = .milliseconds(200)
        try await TestServer.withDatabase(limits: limits) { database, _ in
            try await database.makeThings()
            let (hasLocked, lock) = AsyncStream.makeStream(of: Void.self)
            let other = DispatchSemaphore(value: 0)
            async let slow: Void = database.write { connection in
                try PostgresDatabase.increment(connection)
                lock.finish()
                other.wait()
            }
            for await _ in hasLocked {}
            do {
                defer { other.signal() }
                await #expect(throws: StorageError.busy) { try await database.increment() }
            }
            try await slow
            #expect(try await database.names() == ["1"])
        }
    }

    @Test func `a value that is too long for an index is refused as one that cannot be stored`() async throws {
        try await TestServer.withDatabase { database, _ in
            try await database.execute("CREATE TABLE texts (name TEXT NOT NULL PRIMARY KEY)")
            // Random enough not to be compressed.
            let name = Entropy.system.characters(8_000, from: "0123456789abcdefghijklmnopqrstuvwxyz")
            await #expect(throws: StorageError.unstorableValue) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO texts (name) VALUES (\(name))")
                }
            }
        }
    }

    private static func process(of database: PostgresDatabase) async throws -> Int {
        try await database.read { reader in
            try reader.queryOne("SELECT pg_backend_pid() AS process")?["process"] ?? 0
        }
    }
}
