// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage

/// A page of 100 parents with 10 children each, in two or three statements, which `RelationTests` counts.
enum DataRelations {
    private static let schema = """
        type Post @model(subscriptions: null) @auth(rules: [{ allow: private }]) {
          text: String
          comments: [Comment] @hasMany
        }
        type Comment @model(subscriptions: null) @auth(rules: [{ allow: private }]) { text: String }
        """
    private static let document = """
        { listPosts(limit: 100) { items { id text comments(limit: 10) { items { id text } } } } }
        """
    private static let parents = 100
    private static let children = 10

    static func measure() async throws -> Row {
        let api = try await LocalAPI(schema)
        defer { api.remove() }
        try await api.fill("Post", parents) { LocalAPI.fields("post-\($0)", [:]) }
        try await api.fill("Comment", parents * children) { number in
            LocalAPI.fields(
                "comment-\(number)", ["postCommentsId": .string("post-\(number / children)")])
        }
        guard let index = try api.model("Comment").indexes.first?.name else {
            throw IncompleteAnswer(from: "the schema, without the index of a relation")
        }
        let rates = try await LocalRates.measure(max(4, DataSizes.calls / 64)) {
            let posts = try await api.data(document)["listPosts"]?["items"]?.elements ?? []
            let comments = posts.map { $0["comments"]?["items"]?.elements?.count ?? 0 }
            guard comments.reduce(0, +) == parents * children else { throw IncompleteAnswer(from: document) }
        } beside: {
            let count = try await api.store.read { store in
                let posts = try store.page(RecordQuery(scope: .everything), of: "Post", in: LocalAPI.id).records
                let pages = try store.pages(
                    posts.map { $0.key.values[0] }, RecordQuery(index: index, scope: .everything, limit: children),
                    of: "Comment", in: LocalAPI.id)
                return pages.reduce(0) { $0 + $1.records.count }
            }
            guard count == parents * children else { throw IncompleteAnswer(from: "the store") }
        }
        return rates.row("Page of \(parents) parents with \(children) children each", atLeast: 200)
    }
}
