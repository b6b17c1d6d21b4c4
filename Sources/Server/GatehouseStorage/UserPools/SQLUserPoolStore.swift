// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// The store of user pools in the tables of ``UserPoolsSchema``.
package struct SQLUserPoolStore: UserPoolStore {
    private let database: any SQLDatabase
    private let caches = UserPoolCaches()

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [caches] reader in try body(UserPoolReader(sql: reader, caches: caches)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(UserPoolWriter(connection: connection)) }
    }
}
