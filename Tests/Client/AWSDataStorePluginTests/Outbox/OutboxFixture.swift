// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
@testable import GeneratedModels

@testable import AWSDataStorePlugin

/// A store in a folder of its own, with generated models.
struct OutboxFixture {
    static let schemas = [TodoList.schema, Todo.schema, OwnerRecord.schema, Folder.schema]

    let clock = ManualClock()
    let store: LocalStore
    private let folder: TemporaryFolder

    init() throws {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        folder = try TemporaryFolder()
        store = try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: Self.schemas, version: "1",
            clock: clock.clock
        ).store
    }

    /// The values of a call of the user "ada".
    func use(isOn: Bool = true, user: String? = "ada") -> OutboxUse {
        OutboxUse(isOn: isOn, user: user, now: clock.now)
    }

    /// Saves a record as the app does.
    @discardableResult
    func save(
        _ record: any Model, where condition: (any QueryPredicate)? = nil, isOn: Bool = true, user: String? = "ada"
    ) async throws -> SavedRecord {
        let use = use(isOn: isOn, user: user)
        return try await store.write { try $0.save(record, record.schema, where: condition, outbox: use) }
    }

    /// Removes a record as the app does.
    @discardableResult
    func delete(
        _ record: any Model, where condition: (any QueryPredicate)? = nil, isOn: Bool = true
    ) async throws -> [any Model] {
        let use = use(isOn: isOn)
        return try await store.write { try $0.delete(record, record.schema, where: condition, outbox: use) }
    }

    /// The events, the oldest one first.
    func events() async throws -> [OutboxEntry] {
        try await store.read { try $0.nextEvents(limit: 1_000) }
    }

    /// The kinds and keys of the events, the oldest one first.
    func queue() async throws -> [String] {
        try await events().map { "\($0.event.mutationType) \($0.event.modelId)" }
    }

    /// The record of the store with the key of another one.
    func stored<M: Model>(_ record: M) async throws -> M? {
        let key = record.identifier(schema: M.schema).stringValue
        return try await store.read { try $0.record(of: M.schema, key: key) } as? M
    }

    /// The service's version of a record, as the store knows it.
    func version(of record: any Model) async throws -> Int? {
        let (name, key) = (record.modelName, record.identifier)
        return try await store.read { try $0.metadata(of: name, key: key)?.version }
    }

    /// Stores a record as a sync does.
    func receive(_ record: any Model, version: Int, deleted: Bool = false) async throws {
        let record = MutationSync<AnyModel>.of(record, version: version, deleted: deleted)
        _ = try await store.write { try $0.apply([record], of: record.model.instance.schema) }
    }
}

extension MutationSync<AnyModel> {
    /// A record of the service.
    static func of(_ record: any Model, version: Int, deleted: Bool = false) -> MutationSync<AnyModel> {
        MutationSync(
            model: AnyModel(record),
            syncMetadata: MutationSyncMetadata(
                modelId: record.identifier, modelName: record.modelName, deleted: deleted, lastChangedAt: 1,
                version: version))
    }
}

extension OutboxEntry {
    /// An event of a record.
    static func of(
        _ kind: MutationEvent.MutationType, _ record: any Model, version: Int? = nil, condition: String? = nil,
        user: String? = "ada", attempts: Int = 0, isInProcess: Bool = false
    ) throws -> OutboxEntry {
        var event = try MutationEvent(untypedModel: record, mutationType: kind, version: version)
        event.graphQLFilterJSON = condition
        event.inProcess = isInProcess
        return OutboxEntry(event: event, user: user, attempts: attempts)
    }
}
