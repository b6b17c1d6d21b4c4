// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehousePostgres
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Synchronization
import Testing

@testable import GatehouseServer

/// The address of a PostgreSQL for tests, which `Scripts/with-postgres.sh` starts.
private let server = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

/// The engines whose tables of nodes and leases a test uses.
enum NodeEngine: String, CaseIterable, Sendable {
    case sqlite
    case postgres

    /// The engines that there are.
    static var available: [NodeEngine] { server == nil ? [.sqlite] : allCases }

    /// Opens a migrated database without nodes.
    fileprivate func database() async throws -> any ServerDatabase {
        let database: any ServerDatabase
        switch self {
        case .sqlite: database = try SQLiteDatabase.inMemory()
        case .postgres:
            let schema = "bench_" + Entropy.system.characters(16, from: "0123456789abcdef")
            let settings = PostgresSettings(
                url: try PostgresURL(try #require(server) + "&schema=\(schema)"), connections: 1)
            var limits = PostgresLimits()
            // The machine runs many tests at once.
            limits.longestWait = .seconds(120)
            limits.statement = .seconds(60)
            limits.lock = .seconds(60)
            database = try await PostgresDatabase.open(
                settings, limits: limits, entropy: .system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        try await Migrator(Migrations.all).migrate(database)
        return database
    }
}

/// Nodes on one database in this process, with a clock of the database that stands still until a test moves it.
final class NodeBench: Sendable {
    static let (old, new) = (line("old", 1), line("new", 2))

    let database: any ServerDatabase
    /// The clock of the database.
    let time = TestClock()
    let lines = LogLines()
    /// Whether the database is away, and how many writes have reached it or not.
    private let link = Mutex((isAway: false, writes: 0))
    private let steady = Mutex(ContinuousClock.now)

    init(_ engine: NodeEngine) async throws {
        database = try await engine.database()
    }

    static func line(_ id: String, _ seed: UInt64) -> String {
        "\(id):\(Base64.encode(Entropy.seeded(seed).bytes(32)))\n"
    }

    /// Lets time pass for the database and for all nodes.
    func pass(_ seconds: TimeInterval) {
        time.advance(by: seconds)
        steady.withLock { $0 += .seconds(seconds) }
    }

    /// The number of writes of the nodes since their starts.
    var writes: Int { link.withLock { $0.writes } }

    /// Takes the database away from the nodes, or gives it back.
    func takeAway(_ isAway: Bool) { link.withLock { $0.isAway = isAway } }

    fileprivate func requirePresence() throws(StorageError) {
        let isAway = link.withLock { link in
            link.writes += 1
            return link.isAway
        }
        if isAway { throw .inputOutput("the server is away") }
    }

    /// Starts a process of a node, whose key ring has these lines.
    func start(
        _ id: String, _ keys: String, isForDevelopment: Bool = false,
        baseURL: String? = "https://auth.example.org"
    ) async throws -> BenchNode {
        let keys = InstallationKeys(ring: try KeyRing(text: keys), entropy: .system)
        let candidate = NodeRecord(
            id: id, run: NodeFile.newID(.system), name: "\(id).example.org", version: "1.2.3",
            isForDevelopment: isForDevelopment, baseURL: baseURL, keyIDs: keys.ring.keys.map(\.id),
            wantedKeyID: keys.ring.current.id, sealingKeyID: "", clockOffset: 0, lastSeen: .distantPast)
        let ahead = NodeOffset()
        let clock = WallClock { [time] in time.now.addingTimeInterval(ahead.seconds) }
        let databaseTime = DatabaseTime { [time] _ in time.now }
        let seenAt = steady.withLock { $0 }
        let joined = try await database.write { connection in
            try candidate.joining(
                connection, with: keys, isNew: connection.masterKeys().isEmpty, time: databaseTime, clock: clock,
                address: "the database")
        }
        let sealer = Sealer(
            ring: try KeyRing(keys: keys.ring.keys, current: joined.sealingKeyID), entropy: .system)
        let switched = SwitchedDatabase(base: database, bench: self)
        let node = DatabaseNode(
            joined, seenAt: seenAt, on: switched, keys: keys, sealer: sealer, time: databaseTime, clock: clock,
            logger: lines.logger, now: { [self] in steady.withLock { $0 } })
        return BenchNode(node: node, sealer: sealer, record: joined, ahead: ahead, database: node.fenced(switched))
    }

    /// The findings of `gatehouse check` about the nodes.
    func report() async -> [String] {
        var report = CheckReport()
        await report.noteNodes(of: database, time: DatabaseTime { [time] _ in time.now })
        return report.lines.map(\.text)
    }

    /// The ids of the jobs that were stored by ``BenchNode/work(_:)``.
    func jobs() async throws -> [String] {
        try await database.read { reader in
            try reader.query("SELECT job_id FROM import_runs ORDER BY job_id").map { row in try row["job_id"] }
        }
    }
}

/// A database that a test can take away.
private struct SwitchedDatabase: SQLDatabase {
    let base: any SQLDatabase
    let bench: NodeBench

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try bench.requirePresence()
        return try await base.write(body)
    }
}

/// A process of a node.
struct BenchNode: Sendable {
    let node: DatabaseNode
    let sealer: Sealer
    let record: NodeRecord
    /// How far its clock is ahead of the database's.
    let ahead: NodeOffset
    /// The database as the domains of the process have it.
    let database: any SQLDatabase

    /// Seals a value with the key that the process seals with now.
    func seal() -> [UInt8] { sealer.seal([1, 2, 3], purpose: .pageToken) }

    /// Whether the process opens a value.
    func opens(_ sealed: [UInt8]) -> Bool { (try? sealer.open(sealed, purpose: .pageToken)) == [1, 2, 3] }

    /// Stores a row as the domains of the process do.
    func work(_ job: String) async throws {
        try await database.write { connection in
            try connection.execute("INSERT INTO import_runs (pool_id, job_id) VALUES (\(job), \(job))")
        }
    }

    /// Stores a row as a job does that one process does for all; returns whether this process does it.
    func workOnDuty(_ job: String) async throws -> Bool {
        try await node.onDuty { () async throws in try await work(job) } != nil
    }
}

/// How far the clock of a node is ahead, in seconds.
final class NodeOffset: Sendable {
    private let value = Mutex<TimeInterval>(0)

    var seconds: TimeInterval { value.withLock { $0 } }

    func set(_ seconds: TimeInterval) { value.withLock { $0 = seconds } }
}
