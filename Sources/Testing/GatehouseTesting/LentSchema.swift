// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
package import GatehousePostgres
import GatehouseStorage
import Logging
import Synchronization

/// A migrated schema of PostgreSQL that one test has for itself as long as something refers to it.
///
/// All schemas are in one database. To migrate one takes longer than most tests, so a later test gets the schema of one
/// that has ended, without its rows.
final class LentSchema: SQLDatabase {
    /// The schemas that no test has.
    private static let idle = Mutex<[PostgresDatabase]>([])

    /// Removes all rows but those of the migrations, in one trip.
    private static let removal: SQL = """
        DO $$
        DECLARE
            relation TEXT;
        BEGIN
            FOR relation IN
                SELECT tablename FROM pg_tables
                WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'
            LOOP
                EXECUTE format('DELETE FROM %I', relation);
            END LOOP;
            -- The row that a migration adds.
            INSERT INTO iam_revision (id, revision) VALUES (1, 1);
        END
        $$
        """

    private let base: PostgresDatabase

    private init(_ base: PostgresDatabase) {
        self.base = base
    }

    deinit {
        Self.idle.withLock { $0.append(base) }
    }

    /// Returns an empty schema.
    ///
    /// - Throws: when there is no server, or the schema cannot be made.
    static func lend() async throws -> LentSchema {
        if let former = idle.withLock({ $0.popLast() }) {
            try await former.write { connection in _ = try connection.execute(removal) }
            return LentSchema(former)
        }
        let database = try await TestPostgres.open()
        try await Migrator(Migrations.all).migrate(database)
        return LentSchema(database)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await base.write(body)
    }
}

/// The PostgreSQL that `Scripts/with-postgres.sh` starts.
package enum TestPostgres {
    /// The URL of its database `postgres`; `nil` without the script.
    package static let address = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

    /// Opens a schema that no other test has, and that has no tables yet.
    ///
    /// - Throws: when there is no server, or it cannot be used.
    package static func open(limits: PostgresLimits = .ofTests) async throws -> PostgresDatabase {
        guard let address else { throw NoServer() }
        let schema = "d" + Entropy.system.characters(16, from: "0123456789abcdef")
        let settings = PostgresSettings(url: try PostgresURL("\(address)&schema=\(schema)"), connections: 2)
        return try await PostgresDatabase.open(
            settings, limits: limits, entropy: .system,
            logger: Logger(label: "gatehouse.test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The tests are to run on PostgreSQL, and no server was started for them.
    private struct NoServer: Error, CustomStringConvertible {
        let description = "A test on PostgreSQL needs a server: run the command with Scripts/with-postgres.sh"
    }
}

extension PostgresLimits {
    /// Limits for a machine that runs many tests at once.
    package static var ofTests: PostgresLimits {
        var limits = PostgresLimits()
        limits.longestWait = .seconds(120)
        limits.statement = .seconds(60)
        limits.lock = .seconds(60)
        limits.idleInTransaction = .seconds(120)
        // Tests of attacks make hundreds of calls at once.
        limits.waitingForEach = 1_000
        return limits
    }
}
