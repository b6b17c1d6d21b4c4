// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseData
package import GatehouseDataModel
import Synchronization

/// The APIs of a store, compiled once for each revision.
///
/// This process is the only writer of its store, so what it has read and written is what is stored.
package final class StoredDataAPIs: DataAPIs {
    private struct Table {
        var apis: [String: ServedAPI] = [:]
        var defaultID: String?

        mutating func set(_ api: ServedAPI) {
            let id = api.stored.id
            apis[id] = api
            if api.stored.isDefault { defaultID = id } else if defaultID == id { defaultID = nil }
        }
    }

    private let store: any DataAPIStore
    private let makeService: @Sendable (StoredAPI, DataAPI) -> DataService
    /// `nil` until the store was read.
    private let table = Mutex<Table?>(nil)

    /// Creates the table of a store; `makeService` starts the execution for a compiled API.
    package init(_ store: any DataAPIStore, makeService: @escaping @Sendable (StoredAPI, DataAPI) -> DataService) {
        self.store = store
        self.makeService = makeService
    }

    package func api(_ id: String?) async throws -> ServedAPI? {
        let known = if let table = table.withLock({ $0 }) { table } else { try await read() }
        return (id ?? known.defaultID).flatMap { known.apis[$0] }
    }

    /// All APIs, by ascending id.
    /// - Throws: The error of the store.
    package func all() async throws -> [StoredAPI] {
        try await store.read { try $0.apis() }
    }

    /// The keys of an API, the oldest first.
    /// - Throws: The error of the store.
    package func keys(of id: String) async throws -> [StoredAPIKey] {
        try await store.read { try $0.keys(of: id) }
    }

    /// Stores an API with a compiled schema in place of the one with its id, and serves it from the return on; an API that
    /// is stored already gets no further revision.
    ///
    /// - Parameters:
    ///   - api: The API; its revision is that of the API that it replaces, and does not matter for a new one.
    ///   - compiled: The compiled schema of the API.
    ///   - key: A key that is stored with it.
    /// - Throws: The error of the store, or `DataAPIConflict` if the API has changed since it was read.
    package func put(_ api: StoredAPI, compiled: DataAPI, key: StoredAPIKey?) async throws {
        let stored = try await store.write { writing in
            let former = try writing.api(api.id)
            let isChanged = former != api
            let stored = isChanged ? try writing.put(api, expecting: former.map { _ in api.revision }) : api
            if let key { try writing.put(key, of: api.id) }
            return stored
        }
        let served = ServedAPI(stored: stored, service: makeService(stored, compiled))
        if table.withLock({ $0 == nil }) { _ = try await read() }
        table.withLock { $0?.set(served) }
    }

    /// Reads the store again, after its rows were replaced.
    /// - Throws: The error of the store.
    package func reload() async throws { _ = try await read() }

    private func read() async throws -> Table {
        var table = Table()
        for api in try await all() {
            // A schema that this release refuses is kept, and requests learn that there is none.
            let compiled = try? DataAPI(compiling: api.schema, settings: api.settings)
            table.set(ServedAPI(stored: api, service: compiled.map { makeService(api, $0) }))
        }
        self.table.withLock { [table] in $0 = table }
        return table
    }
}
