// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseGraphQL

/// The work on the stored records of an API when another schema is taken into use.
///
/// ``prepare(beside:keepsLeftovers:)`` runs while the former schema is in force. What the next one does not have is in
/// ``removals``, which the change lists, and a `RecordRemoval` removes it after the next schema is in force. Each step is a
/// short transaction, so that writers do not wait. It checks the revision of the API, so that a push from a schema that
/// another process has replaced touches neither the records nor the indexes of the schema in force.
package struct SchemaPush: Sendable {
    /// What changes.
    package let plan: SchemaPlan

    private let api: String
    private let former: DataAPI?
    private let revision: Int?
    private let next: DataAPI
    private let store: any RecordStore
    private let pace: MaintenancePace

    /// Counts the records of the models that change, and plans.
    ///
    /// - Parameters:
    ///   - api: the id of the API.
    ///   - former: the compiled schema in force; `nil` for an API without one.
    ///   - revision: the revision of the API with the former schema; `nil` for an API that is not stored.
    ///   - next: the compiled schema that is taken into use.
    ///   - store: the records of all APIs.
    ///   - pace: how much a transaction does, and how long the store is left to others after it.
    /// - Throws: the error of the store.
    package init(
        of api: String, from former: DataAPI?, atRevision revision: Int?, to next: DataAPI, in store: any RecordStore,
        at pace: MaintenancePace = MaintenancePace()
    ) async throws {
        self.pace = pace
        self.api = api
        self.former = former
        self.revision = revision
        self.next = next
        self.store = store
        var counts = RecordCounts()
        for model in SchemaPlan.modelsToCount(from: former, to: next) {
            counts[model.name] = try await Self.count(model, of: api, in: store)
        }
        plan = SchemaPlan(from: former, to: next, counts: counts)
    }

    /// The models of the next schema whose records get new places, with the indexes of the former schema as well.
    private var placed: [Model] {
        let names = Set(plan.steps.filter(\.needsPlaces).map(\.model)).subtracting(emptied)
        return next.models.filter { names.contains($0.name) }.map { model in
            former?.model(model.name).map { model.placing(alsoBy: $0) } ?? model
        }
    }

    /// Whether records get new places.
    package var isPlacing: Bool { !placed.isEmpty }

    /// What the next schema does not have: records of dropped models and values of dropped fields.
    ///
    /// Nothing is counted again, so that it is for pushes that may lose values.
    package var removals: [RecordCleanup.Subject] {
        plan.steps.compactMap { step in
            switch step.kind {
            case .dropModel, .changeKey: .records(model: step.model)
            case .dropField(let field), .changeType(let field, _, _): .values(model: step.model, field: field)
            case .addModel, .addField, .narrowType, .requireField, .addIndex, .changeIndex, .dropIndex, .indexOwners:
                nil
            }
        }
    }

    /// The models whose records are removed because their keys change.
    private var emptied: Set<String> { Set(plan.steps.filter { $0.kind == .changeKey }.map(\.model)) }

    /// Fills the new indexes while requests write under the former schema.
    ///
    /// What `service` writes gets the new places as well.
    /// A new model begins without records. With `keepsLeftovers`, it begins with those that are stored under its name, in
    /// its indexes.
    /// - Throws: `RecordRefusal` if a record has a value that a new index does not accept, `OutdatedRevision` if the former
    ///   schema is not in force any more, or the error of the store.
    package func prepare(beside service: DataService?, keepsLeftovers: Bool = false) async throws {
        for step in plan.steps where step.kind == .addModel && !keepsLeftovers {
            try await store.forEachRecord(of: step.model, in: api, at: pace) { [api, revision] reader in
                try reader.requireRevision(revision, of: api)
                return true
            } do: { [api] writer, record in
                try writer.remove(record.key, of: record.model, expecting: record.version, in: api)
            }
        }
        let added = keepsLeftovers ? plan.steps.filter { $0.kind == .addModel } : []
        let models = placed + added.compactMap { next.model($0.model) }
        guard !models.isEmpty else { return }
        service?.placeRecords(by: models)
        do {
            try await store.reindex(models, in: api, atRevision: revision, pace: pace)
        } catch {
            service?.placeRecords(by: [])
            throw error
        }
    }

    /// Fills the new indexes once more, after another process wrote or filled indexes under the former schema.
    ///
    /// - Parameters:
    ///   - revision: the revision of the API with the schema in force.
    ///   - later: the schema in force if it is that of a change after this push; `nil` for the next schema of this push.
    /// - Throws: as ``prepare(beside:keepsLeftovers:)``.
    package func place(atRevision revision: Int, under later: DataAPI? = nil) async throws {
        let models = later.map { later in placed.compactMap { later.model($0.name) } } ?? placed
        try await store.reindex(models, in: api, atRevision: revision, pace: pace)
    }

    private static func count(
        _ model: Model, of api: String, in store: any RecordStore
    ) async throws -> RecordCounts.OfModel {
        let names = model.fields.elements.filter(\.isStored).map(\.name.text)
        var counts = RecordCounts.OfModel()
        var query = RecordQuery(scope: .everything, limit: 1_000, readLimit: 1_000)
        repeat {
            let part = query
            let page = try await store.read { try $0.page(part, of: model.name, in: api) }
            counts.records += page.records.count
            for record in page.records {
                for name in names where record.fields[name].map({ $0 != .null }) == true {
                    counts.values[name, default: 0] += 1
                }
            }
            query.after = page.next
        } while query.after != nil
        return counts
    }
}
