// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The store of a domain in tables of a database.
package struct SQLStore<Reading, Writing>: TransactionalStore {
    private let database: any SQLDatabase
    private let reader: @Sendable (any SQLReader) -> Reading
    private let writer: @Sendable (any SQLConnection) -> Writing

    /// Creates the store of a domain in a database whose migrations have run.
    init(
        _ database: any SQLDatabase, reader: @escaping @Sendable (any SQLReader) -> Reading,
        writer: @escaping @Sendable (any SQLConnection) -> Writing
    ) {
        self.database = database
        self.reader = reader
        self.writer = writer
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Reading) throws -> Value
    ) async throws -> Value {
        try await database.read { [reader] connection in try body(reader(connection)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value {
        try await database.write { [writer] connection in try body(writer(connection)) }
    }
}
