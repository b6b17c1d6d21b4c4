// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseGraphQL

/// The removal of stored values that a change of an API has listed, in short transactions.
///
/// Each transaction checks that the values are still listed, and that the revision of the API is the one whose schema the
/// removal knows. So two processes may do the same removal, and none of them removes what a later schema has.
package struct RecordRemoval: Sendable {
    private let cleanup: RecordCleanup
    private let schema: DataAPI?
    private let revision: Int?
    private let store: any RecordStore
    private let pace: MaintenancePace

    /// Makes a removal under the schema in force.
    ///
    /// - Parameters:
    ///   - cleanup: what the list has.
    ///   - schema: the compiled schema in force; `nil` for an API that was deleted, or that has no schema.
    ///   - revision: the revision of the API with this schema; `nil` for an API that was deleted.
    ///   - store: the records of all APIs.
    ///   - pace: how much a transaction does, and how long the store is left to others after it.
    package init(
        _ cleanup: RecordCleanup, under schema: DataAPI?, revision: Int?, in store: any RecordStore,
        at pace: MaintenancePace = MaintenancePace()
    ) {
        self.pace = pace
        self.cleanup = cleanup
        self.schema = schema
        self.revision = revision
        self.store = store
    }

    /// Removes the values, and takes them from the list.
    ///
    /// A removal can be completed by another process at the same time. Then it ends without an error.
    /// - Throws: `OutdatedRevision` if the API has another revision, or the error of the store.
    package func run() async throws {
        switch cleanup.subject {
        case .everything:
            while let model = try await store.read({ [api = cleanup.api] in try $0.modelWithRecords(in: api) }) {
                guard try await scan(model, { _ in .remove }) else { return }
            }
        case .records(let name):
            let key = schema?.model(name)?.key
            let isDone = try await scan(name) { record in
                key.map { RecordID(record.fields, $0) == record.key } == true ? .keep : .remove
            }
            guard isDone else { return }
        case .values(let name, let field):
            // A dropped model has an entry of its own.
            guard let schema, let model = schema.model(name) else { break }
            let isDone = try await scan(name) { record in
                guard let value = record.fields[field], !schema.accepts(value, of: field, in: model) else {
                    return .keep
                }
                var record = record
                record.fields[field] = nil
                return .replace(record, RecordIndexValues(record.fields, model))
            }
            guard isDone else { return }
        }
        try await store.write { [cleanup, revision] writer in
            guard try cleanup.isDue(writer, atRevision: revision) else { return }
            try writer.finish(cleanup)
        }
    }

    /// What happens to a record.
    private enum Treatment {
        case keep
        case remove
        /// Its version and its time stay.
        case replace(Record, RecordIndexValues)
    }

    /// Treats all records of a model; returns `false` if the values are not listed any more.
    private func scan(_ model: String, _ treatment: @escaping @Sendable (Record) -> Treatment) async throws -> Bool {
        let (api, cleanup, revision) = (cleanup.api, cleanup, revision)
        return try await store.forEachRecord(of: model, in: api, at: pace) { writer in
            try cleanup.isDue(writer, atRevision: revision)
        } do: { writer, record in
            switch treatment(record) {
            case .keep: break
            case .remove: try writer.remove(record.key, of: model, expecting: record.version, in: api)
            case .replace(let stripped, let indexes):
                try writer.put(stripped, expecting: record.version, indexes: indexes, in: api)
            }
        }
    }
}

extension RecordCleanup {
    /// Whether the values are still listed.
    /// - Throws: `OutdatedRevision` if they are, and the API has another revision.
    fileprivate func isDue(_ reader: any RecordReading, atRevision revision: Int?) throws -> Bool {
        guard try reader.isListed(self) else { return false }
        try reader.requireRevision(revision, of: api)
        return true
    }
}

extension RecordStore {
    /// Calls `body` for each record of a model, tombstones included, in short transactions with pauses between them.
    ///
    /// - Parameters:
    ///   - model: the name of the model.
    ///   - api: the id of the API.
    ///   - pace: how much a transaction does, and how long the store is left to others after it.
    ///   - condition: what each transaction begins with; the first one that returns `false` ends the walk.
    ///   - body: gets each record in the transaction that has read it.
    /// - Returns: `false` if the condition has ended the walk.
    /// - Throws: the error of `condition` or `body`, or of the store.
    @discardableResult
    func forEachRecord(
        of model: String, in api: String, at pace: MaintenancePace = MaintenancePace(),
        while condition: @escaping @Sendable (any RecordReading) throws -> Bool = { _ in true },
        do body: @escaping @Sendable (any RecordWriting, Record) throws -> Void
    ) async throws -> Bool {
        var pace = pace
        var query = RecordQuery(scope: .everything, includesDeleted: true)
        repeat {
            let page: RecordPage? = try await write(at: &pace) { [query] writer, size in
                guard try condition(writer) else { return nil }
                var part = query
                (part.limit, part.readLimit) = (size, size)
                let page = try writer.page(part, of: model, in: api)
                for record in page.records { try body(writer, record) }
                return page
            }
            guard let page else { return false }
            query.after = page.next
        } while query.after != nil
        return true
    }
}
