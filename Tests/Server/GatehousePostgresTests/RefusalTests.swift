// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Logging
import Testing

/// Databases on which a program does not start.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct RefusalTests {
    @Test func `a server that cannot be reached is unavailable, and its password is not told`() async throws {
        let url = try PostgresURL("postgresql://kim:s3cret@127.0.0.1:1/none")
        let refusal = await Self.refusal(of: PostgresSettings(url: url, connections: 1))
        guard case .unavailable(let text) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(text.contains("psql postgresql://kim@127.0.0.1:1/none"))
        #expect(!text.contains("s3cret"))
    }

    @Test func `a database that does not exist is unavailable, in the server's words`() async throws {
        let refusal = await Self.refusal(database: "nowhere")
        guard case .unavailable(let text) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(text.contains("\"nowhere\" does not exist"))
    }

    @Test func `a database without UTF8 is refused`() async throws {
        let refusal = await Self.refusal(database: "bytes")
        guard case .configuration(let text) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(text.contains("SQL_ASCII"))
    }

    @Test func `a schema with tables of others is refused`() async throws {
        try await TestServer.withDatabase { database, schema in
            try await database.execute("CREATE TABLE schema_migrations (version BIGINT)")
            guard case .configuration(let text) = await Self.refusal(schema: schema) else {
                Issue.record("The schema was accepted.")
                return
            }
            #expect(text.contains("schema_migrations"))
        }
    }

    @Test func `a schema whose texts are ordered by a language is refused`() async throws {
        try await TestServer.withDatabase(database: "words") { database, schema in
            try await database.execute(
                "CREATE TABLE schema_migrations (version BIGINT, name VARCHAR, checksum BIGINT)")
            guard case .configuration(let text) = await Self.refusal(schema: schema, database: "words") else {
                Issue.record("The schema was accepted.")
                return
            }
            #expect(text.contains("schema_migrations.name"))
        }
    }

    @Test func `a user without the right to create tables is refused with the command that gives it`() async throws {
        try await TestServer.withDatabase { database, schema in
            let user = TestServer.name()
            try await database.execute("CREATE ROLE \(user) LOGIN")
            guard case .unavailable(let text) = await Self.refusal(schema: TestServer.name(), user: user) else {
                Issue.record("The user was accepted.")
                return
            }
            #expect(text.contains("GRANT CREATE ON DATABASE \"postgres\" TO \"\(user)\""))
            guard case .unavailable(let other) = await Self.refusal(schema: schema, user: user) else {
                Issue.record("The user was accepted.")
                return
            }
            #expect(other.contains("GRANT CREATE, USAGE ON SCHEMA \(schema) TO \"\(user)\""))
        }
    }

    @Test func `a server that may only be read is refused`() async throws {
        try await TestServer.withDatabase { database, schema in
            let user = TestServer.name()
            try await database.execute("CREATE ROLE \(user) LOGIN SUPERUSER")
            try await database.execute("ALTER ROLE \(user) SET default_transaction_read_only = on")
            guard case .configuration(let text) = await Self.refusal(schema: schema, user: user) else {
                Issue.record("The server was accepted.")
                return
            }
            #expect(text.contains("read-only"))
        }
    }

    private static func refusal(
        schema: String = TestServer.name(), database: String = "postgres", user: String = "postgres"
    ) async -> PostgresRefusal? {
        do {
            let url = try TestServer.url(schema: schema, database: database, user: user)
            return await refusal(of: PostgresSettings(url: url, connections: 1))
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private static func refusal(of settings: PostgresSettings) async -> PostgresRefusal? {
        do throws(PostgresRefusal) {
            let database = try await PostgresDatabase.open(
                settings, entropy: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try? database.close()
            return nil
        } catch {
            return error
        }
    }
}
