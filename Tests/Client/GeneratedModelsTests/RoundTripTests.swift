// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import Testing

/// Records of all generated models on a server: each schema is served, and the plugin's calls are answered by it.
@Suite(.hangLimit) struct RoundTripTests {
    /// Models that no document of the client reaches: their operations have other names, or do not exist.
    private static let withoutOperations: Set = ["Log"]
    /// Models with a field that the user may not set to null: no role of the user may delete it.
    private static let withKeptFields: Set = ["Document", "Employee"]
    /// Models that belong to a list of a required field, so that the API wants an attribute which the model may lack.
    private static let withRequiredAttributes: Set = ["Photo"]
    /// Models that belong to another by a required field: the API does not let them lose it.
    private static let withRequiredKeys: Set = ["Book", "CustomerCard", "Letter"]
    /// Fields that the service fills in if they have no value.
    private static let timestamps: Set = ["createdAt", "updatedAt"]

    @Test(arguments: WrittenSchema.all)
    func `records are created, found, changed, emptied and removed with all their values`(
        schema: WrittenSchema
    ) async throws {
        let api = try await ModelAPI(schema)
        #expect(!schema.models.isEmpty)
        for name in schema.models where !Self.withoutOperations.contains(name) {
            try await live(try ModelAPI.type(name), api)
        }
    }

    /// The life of a record.
    private func live<M: GeneratedModel>(_ type: M.Type, _ api: ModelAPI) async throws {
        let access = Access(M.schema)
        guard access.allows(.create) else {
            return await expectRefusal("create \(M.modelName)") { try await api.create(RecordDraft<M>(values(api))) }
        }
        let draft = try await api.draft(M.self, withOptionalRelations: true)
        let model = try draft.model()
        let created = try await api.create(draft).get()
        #expect(created.identifier == model.identifier, "\(M.modelName)")
        try await expect(draft, of: model, api)
        try await findsInLists(draft, model, api)

        let changed = draft.changed(api.number())
        try await update(draft, changed, model, api)
        if access.allows(.update), !Self.withKeptFields.union(Self.withRequiredAttributes).contains(M.modelName) {
            let reduced = changed.reduced
            let request = try GraphQLRequest<M>.update(reduced.model(), authMode: access.mode)
            if Self.withRequiredKeys.contains(M.modelName) {
                await expectError("BadRequest", "empty \(M.modelName)") {
                    try await api.plugin.mutate(request: request)
                }
                return try await remove(model, api)
            }
            _ = try await api.plugin.mutate(request: request).get()
            let removed = changed.names(missingIn: reduced).filter { !Self.timestamps.contains($0) }
            try await expect(reduced, of: model, without: removed, api)
        }
        try await remove(model, api)
    }

    private func values(_ api: ModelAPI) -> FieldValues { FieldValues(number: api.number()) }

    private func findsInLists<M: GeneratedModel>(_ draft: RecordDraft<M>, _ model: M, _ api: ModelAPI) async throws {
        let name = M.modelName
        let key = model.identifier
        // A condition for each value of the record: each type of field has its filter.
        let predicate = try draft.predicate()
        #expect(try await api.list(M.self, where: predicate) == [key], "\(name)")
        #expect(try await !api.list(M.self, where: !predicate).contains(key), "\(name)")
        #expect(try await api.list(M.self, where: model.identifier(schema: M.schema).predicate) == [key], "\(name)")
        let all = try await api.list(M.self, limit: 1)
        #expect(all.contains(key) && Set(all).count == all.count, "\(name)")
    }

    private func update<M: GeneratedModel>(
        _ draft: RecordDraft<M>, _ changed: RecordDraft<M>, _ model: M, _ api: ModelAPI
    ) async throws {
        let access = Access(M.schema)
        let condition = try draft.predicate(isForCondition: true)
        let request = try GraphQLRequest<M>.update(changed.model(), where: condition, authMode: access.mode)
        guard access.allows(.update) else {
            return await expectRefusal("update \(M.modelName)") { try await api.plugin.mutate(request: request) }
        }
        _ = try await api.plugin.mutate(request: request).get()
        try await expect(changed, of: model, api)
        if try condition != changed.predicate(isForCondition: true) {
            await expectError("ConditionalCheckFailed", "update \(M.modelName)") {
                try await api.plugin.mutate(request: request)
            }
        }
    }

    private func remove<M: GeneratedModel>(_ model: M, _ api: ModelAPI) async throws {
        let access = Access(M.schema)
        let request = GraphQLRequest<M>.delete(model, authMode: access.mode)
        guard access.allows(.delete), !Self.withKeptFields.contains(M.modelName) else {
            return await expectRefusal("delete \(M.modelName)") { try await api.plugin.mutate(request: request) }
        }
        #expect(try await api.plugin.mutate(request: request).get().identifier == model.identifier)
        #expect(try await api.get(model) == nil, "\(M.modelName)")
    }

    /// Reads the record, and compares its values and relations.
    private func expect<M: GeneratedModel>(
        _ draft: RecordDraft<M>, of model: M, without removed: [String] = [], _ api: ModelAPI
    ) async throws {
        let found = try #require(try await api.get(model), "\(M.modelName)")
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(found.toJSON().utf8))
        for (name, value) in draft.values {
            #expect(json[name] == value, "\(M.modelName).\(name)")
        }
        for name in removed {
            #expect((json[name] ?? .null) == .null, "\(M.modelName).\(name)")
        }
        for (name, key) in draft.links {
            let reference = try #require((found["_\(name)"] ?? nil) as? any LoadedReference, "\(M.modelName).\(name)")
            #expect(try await reference.loadedKey() == key.stringValue, "\(M.modelName).\(name)")
        }
    }

    private func expectRefusal<M: Decodable & Sendable>(
        _ call: String, _ body: () async throws -> GraphQLResponse<M>
    ) async {
        await expectError("Unauthorized", call, body)
    }

    private func expectError<M: Decodable & Sendable>(
        _ type: String, _ call: String, _ body: () async throws -> GraphQLResponse<M>
    ) async {
        do {
            let response = try await body()
            guard case .failure(.error(let errors)) = response else {
                Issue.record("\(call): the answer is \(response)")
                return
            }
            #expect(errors.first?.extensions?["errorType"]?.stringValue?.contains(type) == true, "\(call)")
        } catch {
            Issue.record(error, "\(call)")
        }
    }

    @Test func `a model without operations of the usual names is an error of the answer`() async throws {
        let schema = try #require(WrittenSchema.all.first { $0.models.contains("Log") })
        let api = try await ModelAPI(schema)
        let request = GraphQLRequest<JSONValue>(
            document: "query { listLogs { items { id } } }", responseType: JSONValue.self)
        guard case .failure(.error(let errors)) = try await api.plugin.query(request: request) else {
            Issue.record("The document is accepted.")
            return
        }
        #expect(errors.first?.message.contains("FieldUndefined") == true)
    }
}
