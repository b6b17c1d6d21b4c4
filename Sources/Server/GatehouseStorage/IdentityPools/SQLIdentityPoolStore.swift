// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseIdentityPools

/// The store of identity pools in the tables of ``IdentityPoolsSchema``.
package struct SQLIdentityPoolStore: IdentityPoolStore {
    private let database: any SQLDatabase
    private let pools = RevisionCache<IdentityPoolRecord>()

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [pools] reader in
            try body(IdentityPoolReader(sql: reader, pools: pools))
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolWriting) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.write { connection in try body(IdentityPoolWriter(connection: connection)) }
        } catch StorageError.uniqueViolation {
            throw IdentityPoolStoreError.taken
        }
    }
}
