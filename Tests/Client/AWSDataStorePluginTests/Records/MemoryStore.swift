// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB

@testable import AWSDataStorePlugin

/// The tables of models in a database in memory.
final class MemoryStore: StoreReading {
    let catalog: ModelCatalog
    private let queue: DatabaseQueue

    /// Registers models, and makes their tables.
    convenience init(_ models: [any Model.Type]) throws {
        for model in models { ModelRegistry.register(modelType: model) }
        try self.init(schemas: models.map { $0.schema })
    }

    /// Makes the tables of models.
    init(schemas: [ModelSchema]) throws {
        let catalog = ModelCatalog(schemas)
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        queue = try DatabaseQueue(configuration: configuration)
        self.catalog = catalog
        try queue.inDatabase { database in
            for schema in catalog.ordered {
                let table = try catalog.table(of: schema.name)
                for sql in [table.createTable()] + table.createIndexes { try database.execute(sql: sql) }
            }
        }
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreReader) throws -> T
    ) async throws(DataStoreError) -> T {
        do {
            return try reading(body)
        } catch let error as DataStoreError {
            throw error
        } catch {
            throw .unknown("The read failed", "See the underlying error", error)
        }
    }

    /// Runs a read on the caller's thread.
    func reading<T>(_ body: (StoreReader) throws -> T) throws -> T {
        try queue.inDatabase { database in
            try body(StoreReader(database: database, catalog: catalog, origin: StoreOrigin(store: self)))
        }
    }

    /// Runs a write on the caller's thread, all or nothing.
    @discardableResult
    func writing<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        try queue.inDatabase { database in
            var result: T?
            try database.inTransaction {
                let reader = StoreReader(database: database, catalog: catalog, origin: StoreOrigin(store: self))
                result = try body(StoreWriter(reader: reader, changes: ChangeLog()))
                return .commit
            }
            guard let result else { throw DatabaseError(message: "The transaction has no result.") }
            return result
        }
    }

    /// Adds records.
    func insert(_ records: any Model...) throws {
        try writing { writer in
            for record in records { try writer.insert(record, record.schema) }
        }
    }

    /// All records of a type, in the order of their keys.
    func all<M: Model>(_ type: M.Type) throws -> [M] {
        try reading { try $0.records(of: type) }
    }

    /// The only record of a type.
    func only<M: Model>(_ type: M.Type) throws -> M? {
        let records = try all(type)
        return records.count == 1 ? records[0] : nil
    }
}
