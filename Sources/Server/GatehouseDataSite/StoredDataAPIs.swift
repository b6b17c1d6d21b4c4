// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseData
package import GatehouseDataModel
package import GatehouseDataStores
import Synchronization

/// The APIs of a store, compiled once for each revision.
///
/// With a clock, it looks once a second, at the next request, for changes that another process has stored, such as
/// `gatehouse api` beside the server. On a database of several nodes it looks at each request, so that a change on one node
/// is seen by the next request to another one.
package final class StoredDataAPIs: DataAPIs {
    private struct Table {
        var apis: [String: ServedAPI] = [:]
        var markedID: String?
        /// The ids of the APIs that have domains, by their domains.
        var domains: [String: String] = [:]
        /// The APIs whose removal runs; they may still be stored.
        var withdrawn: Set<String> = []

        /// The API that is marked as the default one, or the only API.
        var defaultID: String? { markedID ?? (apis.count == 1 ? apis.keys.first : nil) }

        mutating func set(_ api: ServedAPI) {
            let id = api.stored.id
            guard !withdrawn.contains(id) else { return }
            remove(id)
            apis[id] = api
            if let domain = api.stored.domain { domains[domain] = id }
            if api.stored.isDefault { markedID = id }
        }

        mutating func remove(_ id: String) {
            if let domain = apis.removeValue(forKey: id)?.stored.domain, domains[domain] == id { domains[domain] = nil }
            if markedID == id { markedID = nil }
        }
    }

    /// The seconds between two looks at the revisions in the store, on a database that one server serves.
    package static let interval: TimeInterval = 1

    private let store: any DataAPIStore
    private let report: @Sendable (StoredAPI, SchemaErrors) -> Void
    private let noteRemoval: @Sendable (String) -> Void
    private let schemas: StoredSchemas
    private let makeService: @Sendable (StoredAPI, DataAPI) -> DataService
    /// `nil` until the store was read.
    private let table = Mutex<Table?>(nil)
    private let clock: WallClock?
    /// The seconds between two looks at the revisions in the store.
    private let lookInterval: TimeInterval
    /// The time of the last look at the revisions.
    private let lookedAt = Mutex(Date.distantPast)

    /// Creates the table of a store; `makeService` starts the execution for a compiled API.
    ///
    /// The table looks for changes of other processes after `interval` seconds by `clock`; with 0, at each request.
    /// `report` receives each API whose schema this release does not compile, when it is read. `noteRemoval` receives the
    /// id of each API that another process has deleted. `schemas` compiles the schemas.
    package init(
        _ store: any DataAPIStore, clock: WallClock? = nil, interval: TimeInterval = StoredDataAPIs.interval,
        schemas: StoredSchemas = .compiler,
        report: @escaping @Sendable (StoredAPI, SchemaErrors) -> Void = { _, _ in },
        noteRemoval: @escaping @Sendable (String) -> Void = { _ in },
        makeService: @escaping @Sendable (StoredAPI, DataAPI) -> DataService
    ) {
        self.store = store
        self.clock = clock
        lookInterval = interval
        self.report = report
        self.noteRemoval = noteRemoval
        self.schemas = schemas
        self.makeService = makeService
    }

    package func api(at address: DataAddress) async throws -> ServedAPI? {
        let known = try await current()
        let id =
            switch address {
            case .id(let id): id
            case .host(let name): name.flatMap { known.domains[$0] } ?? known.defaultID
            }
        return id.flatMap { known.apis[$0] }
    }

    package func newest(_ address: DataAddress) async throws -> ServedAPI? {
        try await takeOver()
        return try await api(at: address)
    }

    /// The API with an id, or the default one without an id; `nil` if there is none.
    ///
    /// - Throws: The error of the store.
    package func api(_ id: String?) async throws -> ServedAPI? {
        try await api(at: id.map { .id($0) } ?? .host(nil))
    }

    /// All APIs in force, by ascending id.
    /// - Throws: The error of the store.
    package func served() async throws -> [ServedAPI] {
        try await current().apis.values.sorted { $0.stored.id < $1.stored.id }
    }

    private func current() async throws -> Table {
        guard table.withLock({ $0 != nil }) else { return try await read() }
        try await refresh()
        if let known = table.withLock({ $0 }) { return known }
        return try await read()
    }

    /// Takes over what another process has stored, once a second.
    private func refresh() async throws {
        guard let clock else { return }
        let now = clock.now
        let isDue = lookedAt.withLock { last in
            guard abs(now.timeIntervalSince(last)) >= lookInterval else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        try await takeOver()
    }

    /// Takes over what another process has stored.
    private func takeOver() async throws {
        guard table.withLock({ $0 != nil }) else { return }
        let stored = try await store.read { try $0.revisions() }
        let (known, withdrawn) = table.withLock { table in
            (table?.apis.mapValues(\.stored.revision) ?? [:], table?.withdrawn ?? [])
        }
        for id in Set(stored.keys).union(known.keys).subtracting(withdrawn) where stored[id] != known[id] {
            // This process may have changed the API after the revisions were read.
            let api = try await store.read { try $0.api(id) }
            let served = api.map { serving($0) }
            guard let served else {
                table.withLock { $0?.remove(id) }
                noteRemoval(id)
                continue
            }
            table.withLock { table in
                if (table?.apis[id]?.stored.revision ?? 0) < served.stored.revision { table?.set(served) }
            }
        }
    }

    private func serving(_ api: StoredAPI) -> ServedAPI {
        guard !api.schema.isEmpty else { return ServedAPI(stored: api, service: nil) }
        switch schemas.compile(api) {
        case .success(let compiled): return ServedAPI(stored: api, service: makeService(api, compiled))
        case .failure(let error):
            // The schema is kept. Requests learn that there is none, and the operator learns why.
            report(api, error)
            return ServedAPI(stored: api, service: nil, problem: error)
        }
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
    ///   - compiled: The compiled schema of the API; `nil` for an API without a schema.
    ///   - revision: The revision that must be stored, so that a deleted API stays deleted; `nil` if the API may be new.
    ///   - key: A key that is stored with it.
    ///   - cleanups: Stored values that are removed afterwards, which are listed in the same transaction.
    /// - Returns: The API with its revision.
    /// - Throws: The error of the store, or `DataAPIConflict` if the API was changed or deleted since it was read.
    @discardableResult
    package func put(
        _ api: StoredAPI, compiled: DataAPI?, replacing revision: Int? = nil, key: StoredAPIKey? = nil,
        listing cleanups: [RecordCleanup] = []
    ) async throws -> StoredAPI {
        let stored = try await store.write { writing in
            let former = try writing.api(api.id)
            if let revision, former?.revision != revision { throw DataAPIConflict(stored: former) }
            let isChanged = former != api
            let stored = isChanged ? try writing.put(api, expecting: former.map { _ in api.revision }) : api
            if let key { try writing.put(key, of: api.id) }
            for cleanup in cleanups { try writing.list(cleanup) }
            return stored
        }
        let served = ServedAPI(stored: stored, service: compiled.map { makeService(stored, $0) })
        if table.withLock({ $0 == nil }) { _ = try await read() }
        table.withLock { $0?.set(served) }
        return stored
    }

    /// Serves an API no more while its removal runs; it is served again if the removal fails.
    /// - Throws: The error of the removal, or of the store.
    package func withdraw(_ id: String, whileRemoving remove: () async throws -> Void) async throws {
        let former = try await current().apis[id]
        table.withLock { table in
            table?.withdrawn.insert(id)
            table?.remove(id)
        }
        do {
            try await remove()
            table.withLock { _ = $0?.withdrawn.remove(id) }
        } catch {
            table.withLock { table in
                table?.withdrawn.remove(id)
                if let former { table?.set(former) }
            }
            throw error
        }
    }

    /// Reads the store again, after its rows were replaced.
    /// - Throws: The error of the store.
    package func reload() async throws { _ = try await read() }

    private func read() async throws -> Table {
        let stored = try await all().map { serving($0) }
        return table.withLock { known in
            var table = Table(withdrawn: known?.withdrawn ?? [])
            for api in stored { table.set(api) }
            known = table
            return table
        }
    }
}
