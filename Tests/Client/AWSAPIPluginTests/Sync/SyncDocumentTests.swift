// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The documents and variables of requests for records with their versions.
@Suite struct SyncDocumentTests {
    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    private static let version = "_version _deleted _lastChangedAt"
    private static let ownPost =
        "id createdAt place { city zip __typename } places { city zip __typename } postCoverId status tags title "
        + "updatedAt"
    private static let post = "\(ownPost) cover { id __typename _deleted } __typename \(version)"
    private static let wholePost = "\(ownPost) cover { id url __typename \(version) } __typename \(version)"
    private static let comment = "id content post { id __typename _deleted } __typename \(version)"
    private static let wholeComment =
        "id content post { \(ownPost) __typename \(version) } __typename \(version)"
    /// A model without paths.
    private static let guest = "id name seat { hall row at __typename \(version) } __typename \(version)"

    private func expect<R>(
        _ request: GraphQLRequest<R>, _ document: String, _ variables: WireValue?,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let payload = try WireValue(json: GraphQLPayload(request).json)
        #expect(payload["query"] == .string(document), sourceLocation: location)
        #expect(payload["variables"] == variables, sourceLocation: location)
        let field = try #require(request.decodePath, sourceLocation: location)
        #expect(document.contains("{ \(field)"), sourceLocation: location)
    }

    private func list(of name: String, _ declared: String, _ given: String, _ fields: String) -> String {
        "query Sync\(name)(\(declared)) { sync\(name)(\(given)) { items { \(fields) } nextToken startedAt } }"
    }

    @Test func `a sync query has what changed since a time`() throws {
        try expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(modelType: Comment.self),
            list(of: "Comments", "$limit: Int", "limit: $limit", Self.comment), ["limit": 1_000])
        try expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(
                modelSchema: Post.schema, where: Post.keys.title == "T" && Post.keys.status != PostStatus.draft,
                limit: 7, nextToken: "n", lastSync: 1_700_000_000_123),
            list(
                of: "Posts",
                "$filter: ModelPostFilterInput, $lastSync: AWSTimestamp, $limit: Int, $nextToken: String",
                "filter: $filter, lastSync: $lastSync, limit: $limit, nextToken: $nextToken", Self.post),
            [
                "filter": ["and": [["title": ["eq": "T"]], ["status": ["ne": "DRAFT"]]]], "limit": 7,
                "nextToken": "n", "lastSync": 1_700_000_000_123,
            ])
        try expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(modelType: Guest.self, lastSync: 0),
            list(
                of: "Guests", "$lastSync: AWSTimestamp, $limit: Int", "lastSync: $lastSync, limit: $limit",
                Self.guest),
            ["limit": 1_000, "lastSync": 0])
    }

    @Test func `a single condition of a sync query is a group, and the condition of all records is none`() throws {
        let declared = "$filter: ModelCommentFilterInput, $limit: Int"
        try expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(modelType: Comment.self, where: Comment.keys.post == "p"),
            list(of: "Comments", declared, "filter: $filter, limit: $limit", Self.comment),
            ["filter": ["and": [["postCommentsId": ["eq": "p"]]]], "limit": 1_000])
        try expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(modelType: Comment.self, where: QueryPredicateConstant.all),
            list(of: "Comments", "$limit: Int", "limit: $limit", Self.comment), ["limit": 1_000])
    }

    @Test func `a mutation has the version that was changed, and whole related records`() throws {
        let comment = Comment(id: "c", content: "x", post: Post(id: "p", title: "T"))
        try expect(
            GraphQLRequest<MutationSyncResult>.createMutation(of: comment),
            "mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) "
                + "{ \(Self.wholeComment) } }",
            ["input": ["id": "c", "content": "x", "postCommentsId": "p"]])
        try expect(
            GraphQLRequest<MutationSyncResult>.updateMutation(
                of: comment, where: ["content": ["eq": "y"]], version: 3),
            "mutation UpdateComment($condition: ModelCommentConditionInput, $input: UpdateCommentInput!) "
                + "{ updateComment(condition: $condition, input: $input) { \(Self.wholeComment) } }",
            [
                "condition": ["content": ["eq": "y"]],
                "input": ["id": "c", "content": "x", "postCommentsId": "p", "_version": 3],
            ])
        try expect(
            GraphQLRequest<MutationSyncResult>.deleteMutation(
                of: Post(id: "p", title: "T"), modelSchema: Post.schema, version: 2),
            "mutation DeletePost($input: DeletePostInput!) { deletePost(input: $input) { \(Self.wholePost) } }",
            ["input": ["id": "p", "_version": 2]])
        try expect(
            GraphQLRequest<MutationSyncResult>.createMutation(of: Guest(id: "g", name: "n"), modelSchema: Guest.schema),
            "mutation CreateGuest($input: CreateGuestInput!) { createGuest(input: $input) { \(Self.guest) } }",
            ["input": ["id": "g", "name": "n"]])
    }

    @Test func `an empty condition is not sent`() throws {
        let request = GraphQLRequest<MutationSyncResult>.updateMutation(of: Cover(id: "c", url: "u"), where: [:])
        try expect(
            request,
            "mutation UpdateCover($input: UpdateCoverInput!) { updateCover(input: $input) "
                + "{ id url __typename \(Self.version) } }",
            ["input": ["id": "c", "url": "u"]])
    }

    @Test func `a subscription without an owner has no variables`() throws {
        for type in [GraphQLSubscriptionType.onCreate, .onUpdate, .onDelete] {
            let name = type.rawValue
            let document =
                "subscription \(name.pascalCased())Comment { \(name)Comment { \(Self.comment) } }"
            try expect(
                GraphQLRequest<MutationSyncResult>.subscription(to: Comment.self, subscriptionType: type), document,
                nil)
            try expect(
                GraphQLRequest<MutationSyncResult>.subscription(
                    to: Comment.schema, subscriptionType: type, claims: [:]), document, nil)
        }
    }

    @Test func `a query for one record has its version`() throws {
        try expect(
            GraphQLRequest<MutationSyncResult?>.query(modelName: "Cover", byId: "c"),
            "query GetCover($id: ID!) { getCover(id: $id) { id url __typename \(Self.version) } }", ["id": "c"])
    }

    @Test func `a request says for which mode and model it is made`() throws {
        let request = GraphQLRequest<SyncQueryResult>.syncQuery(modelType: Post.self, authType: .awsIAM)
        let options = try #require(request.options?.pluginOptions as? AWSAPIPluginDataStoreOptions)
        #expect(options.authType == .awsIAM && options.modelName == "Post")
        #expect(request.authMode as? AWSAuthorizationType == .awsIAM)
        let unknown = GraphQLRequest<MutationSyncResult?>.query(modelName: "Unknown", byId: "1")
        #expect((unknown.options?.pluginOptions as? AWSAPIPluginDataStoreOptions)?.modelName == "Unknown")
    }
}
