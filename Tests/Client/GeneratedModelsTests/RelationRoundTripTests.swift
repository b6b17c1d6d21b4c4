// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import GeneratedModels
import Testing

/// The lists of related records of all generated models, on a server.
@Suite(.hangLimit) struct RelationRoundTripTests {
    private static let schemas = WrittenSchema.all.filter { $0.text.contains(/@(hasMany|manyToMany)/) }

    @Test(arguments: schemas)
    func `a list has the records that refer to the record, and no others`(schema: WrittenSchema) async throws {
        let api = try await ModelAPI(schema)
        var count = 0
        for name in schema.models {
            count += try await check(try ModelAPI.type(name), api)
        }
        #expect(count > 0)
    }

    /// Checks the lists of a model; returns their number.
    private func check<M: GeneratedModel>(_ type: M.Type, _ api: ModelAPI) async throws -> Int {
        let lists = M.schema.sortedFields.filter { $0.isArray && $0.hasAssociation }
        guard !lists.isEmpty else { return 0 }
        let parents = [try await parent(M.self, api), try await parent(M.self, api)]
        for field in lists {
            let child = try ModelAPI.type(try #require(field.associatedModelName))
            try await check(child, field, of: parents[0], beside: parents[1], api)
        }
        return lists.count
    }

    private func parent<M: GeneratedModel>(_ type: M.Type, _ api: ModelAPI) async throws -> M {
        let draft = try await api.draft(M.self)
        _ = try await api.create(draft).get()
        return try draft.model()
    }

    private func check<C: GeneratedModel, M: GeneratedModel>(
        _ type: C.Type, _ relation: ModelField, of parent: M, beside other: M, _ api: ModelAPI
    ) async throws {
        let name = "\(M.modelName).\(relation.name)"
        var keys: [String] = []
        for _ in 0..<3 { keys.append(try await child(C.self, relation, of: parent, api)) }
        _ = try await child(C.self, relation, of: other, api)
        let found = try #require(try await api.get(parent), "\(name)")
        let list = try #require((found[relation.name] ?? nil) as? any LoadedList, "\(name)")
        #expect(try await list.loadedKeys().sorted() == keys.sorted(), "\(name)")
        // The request of the list, with pages that are shorter than the list.
        let attributes = relation.associatedFieldNames.flatMap { name in
            let targets = C.schema.field(withName: name)?.targetNames ?? []
            return targets.isEmpty ? [name] : targets
        }
        let conditions = zip(attributes, parent.identifier(schema: M.schema).values).map { field($0).eq($1) }
        let predicate = QueryPredicateGroup(type: .and, predicates: conditions)
        #expect(try await api.list(C.self, where: predicate, limit: 1).sorted() == keys.sorted(), "\(name)")
    }

    /// Creates a record that refers to another one by the fields of its list, and returns its key.
    private func child<C: GeneratedModel>(
        _ type: C.Type, _ field: ModelField, of parent: any Model, _ api: ModelAPI
    ) async throws -> String {
        let relations = field.associatedFieldNames.compactMap { C.schema.field(withName: $0) }
            .filter(\._isBelongsToOrHasOne)
        let links = Dictionary(relations.map { ($0.name, parent) }) { first, _ in first }
        // A relation may be empty, and yet have an attribute that the API wants.
        var draft = try await api.draft(C.self, links: links, withOptionalRelations: true)
        if relations.isEmpty { draft.refer(by: field.associatedFieldNames, to: parent) }
        return try await api.create(draft).get().identifier
    }

    @Test func `a field that a function computes is read with the record, and is in no input`() async throws {
        let schema = try #require(WrittenSchema.all.first { $0.models.contains("Article") })
        let api = try await ModelAPI(schema)
        let article = try await parent(try #require(try ModelAPI.type("Article") as? Article.Type), api)
        let found = try await api.get(article)
        #expect(found?.summary == "In short" && found?.readers == [1, 2])
    }
}
