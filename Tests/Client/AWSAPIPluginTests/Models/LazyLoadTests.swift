// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The requests for related records: how many there are, to which API, and what remains after a failure.
@Suite(.hangLimit) struct LazyLoadTests {
    private static let comment =
        #"{"id":"c","content":"C","post":{"id":"p","__typename":"Post"},"__typename":"Comment"}"#
    private static let post = #"{"data":{"getPost":{"id":"p","title":"T","__typename":"Post"}}}"#
    private static let comments = #"{"data":{"listComments":{"items":[{"id":"c","content":"C"}],"nextToken":"n"}}}"#

    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    /// A plugin with two APIs.
    private static func plugin(_ transport: some Transport) throws -> AWSAPIPlugin {
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token-1")]), transport: transport, sockets: ScriptedSockets([]),
            clock: StepClock().clock, entropy: .seeded(7), hub: { _ in })
        func api(_ host: String) -> JSONValue {
            [
                "endpointType": "GraphQL", "endpoint": .string("https://\(host)/graphql"), "region": "eu-west-1",
                "authorizationType": "API_KEY", "apiKey": .string(APIApp.key),
            ]
        }
        try plugin.configure(using: ["first": api("first.example"), "second": api("second.example")] as JSONValue)
        return plugin
    }

    /// A record of an answer from an API, before its relations are loaded.
    private static func record<M: Model>(
        _ type: M.Type, _ json: String, _ plugin: AWSAPIPlugin, in api: String = "second",
        _ mode: AWSAuthorizationType? = nil
    ) throws -> M {
        let request = GraphQLRequest(
            apiName: api, document: "query { record { id } }", responseType: M.self, decodePath: "record",
            authMode: mode)
        let answer = try GraphQLAnswer(body: Data(#"{"data":{"record":\#(json)}}"#.utf8))
        let origin = AnswerOrigin(request, in: mode ?? .apiKey, plugin)
        return try answer.response(as: M.self, at: "record", from: origin).get()
    }

    @Test func `concurrent readers of a reference make one request, and each has the record`() async throws {
        let network = HeldTransport(Self.post)
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        let titles = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try await comment.post?.title } }
            await network.waitForRequest()
            network.release()
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(titles == Array(repeating: "T", count: 20) && network.count == 1)
    }

    @Test func `copies of a reference share its record`() async throws {
        let network = ScriptedTransport([.answer(200, Self.post)])
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        let copy = comment
        _ = try await comment.post
        #expect(try await copy.post?.title == "T" && network.requests.count == 1)
    }

    @Test func `concurrent readers of a list make one request`() async throws {
        let network = HeldTransport(Self.comments)
        let post = try Self.record(Post.self, #"{"id":"p","title":"T","__typename":"Post"}"#, Self.plugin(network))
        let list = try #require(post.comments)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await list.fetch() } }
            await network.waitForRequest()
            network.release()
            try await group.waitForAll()
        }
        #expect(list.map(\.id) == ["c"] && list.hasNextPage() && network.count == 1)
    }

    @Test func `a reader that is cancelled ends at once, and the others have the record`() async throws {
        let network = HeldTransport(Self.post)
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        let first = Task.immediate { try await comment.post?.title }
        let second = Task.immediate { try await comment.post?.title }
        first.cancel()
        let error = await #expect(throws: CoreError.self) { try await first.value }
        #expect(error?.underlyingError is CancellationError)
        network.release()
        #expect(try await second.value == "T")
    }

    @Test func `a request without readers is cancelled, and the next reader makes another one`() async throws {
        let network = HeldTransport(Self.post)
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        let reader = Task { try await comment.post?.title }
        await network.waitForRequest()
        reader.cancel()
        await #expect(throws: CoreError.self) { try await reader.value }
        guard case .notLoaded = comment._post._state else {
            Issue.record("The reference has a record.")
            return
        }
        network.release()
        #expect(try await comment.post?.title == "T" && network.count == 2)
    }

    @Test func `a reference is loaded after a failure, and a list as well`() async throws {
        let network = ScriptedTransport([
            .trouble(.unreachable), .answer(200, Self.post), .answer(500, ""), .answer(200, Self.comments),
            .trouble(.unreachable), .answer(200, Self.comments),
        ])
        let plugin = try Self.plugin(network)
        let comment = try Self.record(Comment.self, Self.comment, plugin)
        await #expect(throws: CoreError.self) { try await comment.post }
        let post = try await comment._post.require()
        await #expect(throws: CoreError.self) { try await post.comments?.fetch() }
        #expect(post.comments?.isLoaded == false && post.comments?.hasNextPage() == false)
        try await post.comments?.fetch()
        await #expect(throws: CoreError.self) { try await post.comments?.getNextPage() }
        #expect(post.comments?.map(\.id) == ["c"] && post.comments?.hasNextPage() == true)
        #expect(try await post.comments?.getNextPage().count == 1)
    }

    @Test func `a record that a required field refers to and that does not exist is an error`() async throws {
        let network = ScriptedTransport([.answer(200, #"{"data":{"getPost":null}}"#)])
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        let error = await #expect(throws: CoreError.self) { try await comment._post.require() }
        guard case .clientValidation = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(try await comment.post == nil && network.requests.count == 1)
    }

    @Test func `relations and further pages are loaded from the API and in the mode of the first request`() async throws
    {
        let answers = [Self.post, Self.comments, Self.comments].map { ScriptedTransport.Outcome.answer(200, $0) }
        let network = ScriptedTransport(answers + answers)
        let plugin = try Self.plugin(network)
        for (api, mode) in [("first", AWSAuthorizationType.amazonCognitoUserPools), ("second", .apiKey)] {
            let before = network.requests.count
            let comment = try Self.record(Comment.self, Self.comment, plugin, in: api, mode)
            let post = try await comment._post.require()
            try await post.comments?.fetch()
            _ = try await post.comments?.getNextPage()
            let sent = network.requests.dropFirst(before)
            #expect(sent.count == 3)
            for request in sent {
                #expect(request.url.host() == "\(api).example")
                let names = request.headers.map { $0.name.lowercased() }
                #expect(names.contains("authorization") == (mode == .amazonCognitoUserPools))
                #expect(names.contains("x-api-key") == (mode == .apiKey))
            }
        }
    }

    @Test func `relations are loaded in the mode of the first request's options`() async throws {
        let record = #"{"data":{"record":\#(Self.comment)}}"#
        let network = ScriptedTransport([record, Self.post, Self.comments].map { .answer(200, $0) })
        var request = GraphQLRequest(
            apiName: "second", document: "query { record { id } }", responseType: Comment.self, decodePath: "record")
        request.options = GraphQLRequest.Options(
            pluginOptions: AWSAPIPluginDataStoreOptions(authType: .amazonCognitoUserPools, modelName: "Comment"))
        let comment = try await Self.plugin(network).query(request: request).get()
        try await comment._post.require().comments?.fetch()
        let tokens = network.requests.map { request in
            request.headers.first { $0.name.lowercased() == "authorization" }?.value
        }
        #expect(tokens == ["token-1", "token-1", "token-1"])
    }

    @Test func `JSON of a record has the key of a reference, and the record once it is loaded`() async throws {
        let network = ScriptedTransport([.answer(200, Self.post)])
        let comment = try Self.record(Comment.self, Self.comment, Self.plugin(network))
        #expect(try WireValue(json: Data(comment.toJSON().utf8))["post"] == [["name": "id", "value": "p"]])
        let kept = try Comment.from(json: comment.toJSON())
        #expect(try await kept.post == nil)
        _ = try await comment.post
        #expect(try WireValue(json: Data(comment.toJSON().utf8))["post"]?["title"] == "T")
        let loaded = try Comment.from(json: comment.toJSON())
        #expect(try await loaded.post?.title == "T" && network.requests.count == 1)
    }

    @Test func `JSON of a list has what it is loaded by, and the records once they are loaded`() async throws {
        let network = ScriptedTransport([.answer(200, Self.comments)])
        let post = try Self.record(Post.self, #"{"id":"p","title":"T","__typename":"Post"}"#, Self.plugin(network))
        #expect(
            try WireValue(json: Data(post.toJSON().utf8))["comments"]
                == ["associatedIdentifiers": ["p"], "associatedFields": ["post"]])
        try await post.comments?.fetch()
        let again = try Post.from(json: post.toJSON())
        #expect(again.comments?.isLoaded == true && again.comments?.map(\.content) == ["C"])
        #expect(again.comments?.hasNextPage() == false)
    }
}
