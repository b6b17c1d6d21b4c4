// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import Testing

/// A model whose key is known to the compiler, as all generated ones.
typealias GeneratedModel = Model & ModelIdentifiable

/// The API of a schema, with calls as an app makes them.
struct ModelAPI {
    let plugin: AWSAPIPlugin
    private let numbers = AtomicValue(initialValue: 0)

    init(_ schema: WrittenSchema) async throws {
        plugin = try await SchemaServer.shared.value.plugin(schema.text)
    }

    /// A number that no other record of the API has.
    func number() -> Int { numbers.increment() }

    /// The model of a name.
    static func type(_ name: String) throws -> any GeneratedModel.Type {
        try #require(ModelRegistry.modelType(from: name) as? any GeneratedModel.Type, "\(name)")
    }

    // MARK: - Calls

    func create<M: GeneratedModel>(_ draft: RecordDraft<M>) async throws -> GraphQLResponse<M> {
        try await plugin.mutate(request: .create(draft.model(), authMode: Access(M.schema).mode))
    }

    func get<M: GeneratedModel>(_ model: M) async throws -> M? {
        let key = try #require(model.identifier(schema: M.schema) as? ModelIdentifier<M, M.IdentifierFormat>)
        return try await plugin.query(
            request: .get(M.self, byIdentifier: key, authMode: Access(M.schema).mode)
        ).get()
    }

    /// The keys of the records that meet a condition, read page by page.
    func list<M: GeneratedModel>(
        _ type: M.Type, where predicate: (any QueryPredicate)? = nil, limit: Int = 2
    ) async throws -> [String] {
        var page = try await plugin.query(
            request: .list(M.self, where: predicate, limit: limit, authMode: Access(M.schema).mode)
        ).get()
        var keys = page.map(\.identifier)
        while page.hasNextPage() {
            page = try await page.getNextPage()
            keys += page.map(\.identifier)
        }
        return keys
    }

    // MARK: - Drafts

    /// The values of a new record of a model, after the records that it refers to have been created.
    ///
    /// Relations lead to the records in `links`, and to new records. Relations that may be empty have a new record only
    /// with `withOptionalRelations`.
    func draft<M: GeneratedModel>(
        _ type: M.Type, links: [String: any Model] = [:], withOptionalRelations: Bool = false
    ) async throws -> RecordDraft<M> {
        var draft = RecordDraft<M>(FieldValues(number: number()))
        for field in M.schema.sortedFields where field._isBelongsToOrHasOne && !field.targetNames.isEmpty {
            if let record = links[field.name] {
                draft.link(field, to: record)
            } else if field.isRequired || withOptionalRelations, let name = field.associatedModelName {
                draft.link(field, to: try await related(Self.type(name)))
            }
        }
        return draft
    }

    private func related<M: GeneratedModel>(_ type: M.Type) async throws -> any Model {
        let draft = try await draft(M.self)
        _ = try await create(draft).get()
        return try draft.model()
    }
}

extension ModelField {
    /// The attributes of the record that has the field, if a relation is stored there.
    var targetNames: [String] {
        switch association {
        case .belongsTo(_, let names), .hasOne(_, _, let names): names
        case .hasMany, nil: []
        }
    }
}
