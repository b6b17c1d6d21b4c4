// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The reading of records, and the requests for their relations and for further pages.
@Suite struct ModelAnswerTests {
    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    private func app(_ answers: String...) throws -> APIApp {
        try APIApp(answers: answers.map { .answer(200, #"{"data":\#($0)}"#) })
    }

    private func sent(_ app: APIApp) throws -> WireValue {
        try WireValue(json: try #require(app.network.requests.last).body)
    }

    @Test func `the records that belong to a record are loaded by its key`() async throws {
        let app = try app(
            #"{"getPost":{"id":"p","title":"T","__typename":"Post"}}"#,
            #"{"listComments":{"items":[{"id":"c","content":"C","__typename":"Comment"},null],"nextToken":"n"}}"#,
            #"{"listComments":{"items":[{"id":"d","content":"D","__typename":"Comment"}],"nextToken":null}}"#)
        let post = try #require(
            try await app.plugin.query(request: .get(Post.self, byId: "p", authMode: .amazonCognitoUserPools)).get())
        let comments = try #require(post.comments)
        #expect(!comments.isLoaded && !comments.hasNextPage())
        await #expect(throws: CoreError.self) { try await comments.getNextPage() }
        try await comments.fetch()
        #expect(comments.map(\.id) == ["c"] && comments.hasNextPage())
        #expect(try sent(app)["variables"] == ["filter": ["postCommentsId": ["eq": "p"]], "limit": 1_000])
        #expect(app.header("authorization") == "token-1" && app.header("x-api-key") == nil)
        let next = try await comments.getNextPage()
        #expect(next.map(\.id) == ["d"] && !next.hasNextPage())
        #expect(
            try sent(app)["variables"]
                == ["filter": ["postCommentsId": ["eq": "p"]], "limit": 1_000, "nextToken": "n"])
        #expect(app.header("authorization") == "token-1")
        await #expect(throws: CoreError.self) { try await next.getNextPage() }
    }

    @Test func `the records that belong to a record with several key fields are loaded by all of them`() async throws {
        let app = try app(
            #"{"getSeat":{"hall":"h","row":3,"at":"2026-01-01T00:00:00Z","__typename":"Seat"}}"#,
            #"{"listGuests":{"items":[],"nextToken":null}}"#)
        let moment = try Temporal.DateTime(iso8601String: "2026-01-01T00:00:00Z")
        let seat = try await app.plugin.query(
            request: .get(Seat.self, byIdentifier: .identifier(hall: "h", row: 3, at: moment)))
        try await seat.get()?.guests?.fetch()
        #expect(
            try sent(app)["variables"]?["filter"] == [
                "and": [
                    ["seatGuestsHall": ["eq": "h"]], ["seatGuestsRow": ["eq": 3]],
                    ["seatGuestsAt": ["eq": "2026-01-01T00:00:00Z"]],
                ]
            ])
    }

    @Test func `the record that a record belongs to is loaded once`() async throws {
        let app = try app(
            #"{"getComment":{"id":"c","content":"C","post":{"id":"p","__typename":"Post"},"__typename":"Comment"}}"#,
            #"{"getPost":{"id":"p","title":"T","__typename":"Post"}}"#)
        let comment = try #require(try await app.plugin.query(request: .get(Comment.self, byId: "c")).get())
        #expect(try await comment.post?.title == "T")
        #expect(try await comment.post?.title == "T")
        #expect(app.network.requests.count == 2)
        #expect(try sent(app)["variables"] == ["id": "p"])
        #expect(try sent(app)["query"]?.stringValue?.hasPrefix("query GetPost($id: ID!)") == true)
    }

    @Test func `a record that is part of the answer is there, and so are its lists`() async throws {
        let post = #"{"id":"p","title":"T","comments":{"items":[{"id":"c","content":"C","__typename":"Comment"}]}}"#
        let app = try app(#"{"getComment":{"id":"c","content":"C","post":\#(post),"__typename":"Comment"}}"#)
        let comment = try #require(try await app.plugin.query(request: .get(Comment.self, byId: "c")).get())
        let found = try #require(try await comment.post)
        #expect(found.comments?.isLoaded == true && found.comments?.first?.content == "C")
        #expect(app.network.requests.count == 1)
    }

    @Test func `only the list of an answer has further pages`() async throws {
        let comments = #"{"items":[{"id":"c","content":"C"}],"nextToken":"inner"}"#
        let app = try app(
            #"{"listPosts":{"items":[{"id":"p","title":"T","comments":\#(comments)}],"nextToken":"outer"}}"#)
        let posts = try await app.plugin.query(request: .list(Post.self)).get()
        #expect(posts.hasNextPage() && posts.first?.comments?.hasNextPage() == false)
    }

    @Test func `further pages keep condition, limit and related records`() async throws {
        let page = #"{"listComments":{"items":[],"nextToken":"n"}}"#
        let app = try app(page, page, #"{"listComments":{"items":[],"nextToken":null}}"#)
        let request = GraphQLRequest<List<Comment>>.list(
            Comment.self, where: Comment.keys.content == "x", includes: { [$0.post] }, limit: 2)
        let first = try await app.plugin.query(request: request).get()
        let second = try await first.getNextPage()
        #expect(second.isEmpty && second.hasNextPage())
        let third = try await second.getNextPage()
        #expect(!third.hasNextPage())
        let text = try sent(app)["query"]?.stringValue ?? ""
        #expect(
            text
                == request.document.replacing("$limit: Int)", with: "$limit: Int, $nextToken: String)")
                .replacing("limit: $limit)", with: "limit: $limit, nextToken: $nextToken)"))
        #expect(
            try sent(app)["variables"] == ["filter": ["content": ["eq": "x"]], "limit": 2, "nextToken": "n"])
    }

    @Test func `a list of the app's own document has further pages with its condition and limit`() async throws {
        let app = try app(
            #"{"listItems":{"items":[{"code":"a"}],"nextToken":"n"}}"#,
            #"{"listItems":{"items":[{"code":"b"}],"nextToken":null}}"#)
        let request = GraphQLRequest<List<Item>>(
            document: "query Q($filter: ModelItemFilterInput, $limit: Int) { listItems { items { code } nextToken } }",
            variables: ["filter": ["count": ["gt": 1]], "limit": 1], responseType: List<Item>.self,
            decodePath: "listItems")
        let next = try await app.plugin.query(request: request).get().getNextPage()
        #expect(next.map(\.code) == ["b"])
        #expect(try sent(app)["variables"] == ["filter": ["count": ["gt": 1]], "limit": 1, "nextToken": "n"])
    }

    @Test func `a record that the caller may not read is left out, with an error`() async throws {
        let body = #"""
            {"data":{"listItems":{"items":[{"code":"a"},null],"nextToken":null}},
            "errors":[{"message":"Not Authorized","errorType":"Unauthorized","path":["listItems","items",1]}]}
            """#
        let app = try APIApp(answers: [.answer(200, body)])
        let response = try await app.plugin.query(request: .list(Item.self))
        guard case .failure(.partial(let list, let errors)) = response else {
            Issue.record("The answer is \(response).")
            return
        }
        #expect(list.map(\.code) == ["a"] && errors.count == 1)
    }

    @Test func `a record of another form is an error, not an empty list`() async throws {
        let app = try app(#"{"listItems":{"items":[{"code":1}],"nextToken":null}}"#)
        let response = try await app.plugin.query(request: .list(Item.self))
        guard case .failure(.transformationError(_, let error)) = response else {
            Issue.record("The answer is \(response).")
            return
        }
        #expect(error.errorDescription.contains("code"))
    }

    @Test func `a failed load of a relation is an error with its reason`() async throws {
        let answers: [ScriptedTransport.Outcome] = [
            .answer(200, #"{"data":{"getPost":{"id":"p","title":"T","__typename":"Post"}}}"#),
            .trouble(.unreachable),
            .answer(200, #"{"data":null,"errors":[{"message":"Not Authorized","errorType":"Unauthorized"}]}"#),
        ]
        let app = try APIApp(answers: answers)
        let post = try #require(try await app.plugin.query(request: .get(Post.self, byId: "p")).get())
        let unreachable = await #expect(throws: CoreError.self) { try await post.comments?.fetch() }
        #expect(unreachable?.underlyingError is APIError)
        let refused = await #expect(throws: CoreError.self) { try await post.comments?.fetch() }
        #expect(refused?.errorDescription.contains("Not Authorized") == true)
        #expect(post.comments?.isLoaded == false)
    }

    @Test func `JSON as a result is as the service has sent it`() async throws {
        let text = #"{"getPost":{"id":"p","__typename":"Post"}}"#
        let document = "query { getPost(id: 1) { id __typename } }"
        let app = try app(text)
        let json = try await app.plugin.query(
            request: GraphQLRequest(document: document, responseType: JSONValue.self)
        ).get()
        #expect(json == ["getPost": ["id": "p", "__typename": "Post"]])
        let string = try await app.plugin.query(
            request: GraphQLRequest(document: document, responseType: String.self)
        ).get()
        #expect(try WireValue(json: Data(string.utf8)) == WireValue(json: Data(text.utf8)))
    }

    @Test func `a hundred records with relations are read`() async throws {
        let record = #"{"id":"1","content":"C","post":{"id":"p","__typename":"Post"},"__typename":"Comment"}"#
        let items = Array(repeating: record, count: 100).joined(separator: ",")
        let app = try app(#"{"listComments":{"items":[\#(items)],"nextToken":null}}"#)
        let list = try await app.plugin.query(request: .list(Comment.self)).get()
        #expect(list.count == 100)
    }
}
