// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Logging
import Testing

/// The PostgreSQL that `Scripts/with-postgres.sh` starts.
enum TestServer {
    /// The URL of its database `postgres`; `nil` without the script.
    static let address = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

    /// A name that no other test has.
    static func name() -> String { "t" + Entropy.system.characters(16, from: "0123456789abcdef") }

    /// The URL of a schema.
    static func url(schema: String, database: String = "postgres", user: String = "postgres") throws -> PostgresURL {
        let address = try #require(address)
            .replacing("//postgres@", with: "//\(user)@").replacing("/postgres?", with: "/\(database)?")
        return try PostgresURL("\(address)&schema=\(schema)")
    }

    /// Limits for a machine that runs many tests at once.
    static var limits: PostgresLimits {
        var limits = PostgresLimits()
        limits.longestWait = .seconds(120)
        limits.statement = .seconds(60)
        limits.lock = .seconds(60)
        limits.idleInTransaction = .seconds(120)
        return limits
    }

    #if AsyncHTTPClient && os(Linux)
    /// Calls a body with a database behind a proxy, whose schema has a table for witnesses and one of things.
    static func withProxy(
        limits: PostgresLimits = TestServer.limits,
        _ body: (_ database: PostgresDatabase, _ proxy: PostgresProxy) async throws -> Void
    ) async throws {
        let folder = try #require(address?.split(separator: "host=").last)
        try await withDatabase { direct, schema in
            try await direct.makeThings()
            try await direct.execute("CREATE TABLE used_ids (id TEXT NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)")
            try await PostgresProxy.serving(socket: "\(folder)/.s.PGSQL.5432") { proxy in
                let address = "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&schema=\(schema)"
                let database = try await PostgresDatabase.open(
                    PostgresSettings(url: try PostgresURL(address), connections: 2), limits: limits, entropy: .system,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                defer { try? database.close() }
                try await body(database, proxy)
            }
        }
    }
    #endif

    static func open(
        schema: String, database: String = "postgres", user: String = "postgres", connections: Int = 4,
        prepares: Bool = true, limits: PostgresLimits = TestServer.limits
    ) async throws -> PostgresDatabase {
        // Most schemas of these tests have no table for witnesses.
        let settings = PostgresSettings(
            url: try url(schema: schema, database: database, user: user), connections: connections, prepares: prepares,
            marksCommits: false)
        return try await PostgresDatabase.open(
            settings, limits: limits, entropy: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Calls a body with a database whose schema does not exist yet, and removes the schema afterwards.
    static func withDatabase(
        database name: String = "postgres", connections: Int = 4, prepares: Bool = true,
        limits: PostgresLimits = TestServer.limits,
        _ body: (_ database: PostgresDatabase, _ schema: String) async throws -> Void
    ) async throws {
        let schema = Self.name()
        let database = try await open(
            schema: schema, database: name, connections: connections, prepares: prepares, limits: limits)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(database, schema)) } catch { outcome = .failure(error) }
        try database.close()
        // The body may have closed the database.
        let owner = try await open(schema: Self.name(), database: name, connections: 1)
        // A statement that begins with DROP would make a schema for the owner first.
        try await owner.execute("DO $$ BEGIN DROP SCHEMA IF EXISTS \(schema) CASCADE; END $$")
        try owner.close()
        try outcome.get()
    }
}

extension PostgresDatabase {
    /// Runs a statement in a transaction of its own; its text has no input.
    func execute(_ text: String) async throws {
        try await write { connection in _ = try connection.execute(SQL(stringLiteral: text)) }
    }

    /// Creates a table with one row, whose name is a number, beside the record of migrations.
    func makeThings() async throws {
        try await Migrator([]).migrate(self)
        try await execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)")
        try await execute("INSERT INTO things (id, name) VALUES (1, '0')")
    }

    /// The names of the things in the order of their ids.
    func names() async throws -> [String] {
        try await read { reader in
            try reader.query("SELECT name FROM things ORDER BY id").map { row in try row["name"] }
        }
    }

    /// Adds one to the name of the first thing.
    func increment() async throws {
        try await write { connection in try Self.increment(connection) }
    }

    /// Adds one to the name of the first thing, after a pause in which others can do the same.
    static func increment(_ connection: any SQLConnection, pause: () -> Void = {}) throws {
        let name: String = try connection.queryOne("SELECT name FROM things WHERE id = 1")?["name"] ?? ""
        pause()
        try connection.execute("UPDATE things SET name = \(String((Int(name) ?? 0) + 1)) WHERE id = 1")
    }
}
