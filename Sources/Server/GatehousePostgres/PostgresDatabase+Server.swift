// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Synchronization

/// Which database was found at the first check, and what was wrong with it later.
struct DatabaseIdentity {
    var found: [SQLRow]?
    var problem: StorageError?
}

extension PostgresDatabase: ServerDatabase {
    /// Checks that the address still leads to the database of the first check.
    ///
    /// A standby that took over has the same numbers; a database that was restored beside the former one has others.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func checkIdentity() async throws {
        let found = try await read { reader in
            try reader.query(
                """
                SELECT CAST(d.oid AS BIGINT) AS database, CAST(n.oid AS BIGINT) AS schema
                FROM pg_database d, pg_namespace n
                WHERE d.datname = current_database() AND n.nspname = current_schema()
                """)
        }
        let problem = identity.withLock { identity -> StorageError? in
            guard let former = identity.found else {
                // Before the first migration there is no schema.
                if !found.isEmpty { identity.found = found }
                return nil
            }
            guard former != found else { return nil }
            let problem = StorageError.unsound(
                "The database's address leads to another database, or its schema was replaced. Restart the server, so that "
                    + "nothing it remembers of the former one is used")
            identity.problem = problem
            return problem
        }
        if let problem { throw problem }
    }

    /// - Throws: the problem that a check has found.
    func requireSound() throws(StorageError) {
        if let problem = identity.withLock({ $0.problem }) { throw problem }
    }

    /// Never: PostgreSQL reports damage to its own operator.
    package func takeSuspicion() -> Bool { false }

    /// Returns at once: PostgreSQL watches its own storage.
    package func checkContent() async throws {}

    /// Returns at once: autovacuum gives space back.
    package func tidy() async throws {}

    /// Unknown without a query.
    package var storedBytes: Int64? { nil }

    /// Reads from the database, and commits a write that changes no row: it is in the server's log when this returns.
    ///
    /// - Throws: ``GatehouseStorage/StorageError`` or `CancellationError`.
    package func probe() async throws {
        try await write { connection in
            _ = try connection.query(
                """
                SELECT CAST(pg_logical_emit_message(true, 'gatehouse', 'probe') AS TEXT) AS place, count(*) AS tables
                FROM pg_class
                """)
        }
    }
}
