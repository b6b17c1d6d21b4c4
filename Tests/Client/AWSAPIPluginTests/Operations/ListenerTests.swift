// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import AWSAPIPlugin

/// Queries and mutations whose results go to listeners.
///
/// The results travel through Hub, which is one for the process.
@Suite(.ownsAmplify, .hangLimit) struct ListenerTests {
    typealias Results = (stream: AsyncStream<GraphQLOperation<String>.OperationResult>, listener: Listener)
    typealias Listener = GraphQLOperation<String>.ResultListener

    private static func results() -> Results {
        let (stream, queue) = AsyncStream.makeStream(of: GraphQLOperation<String>.OperationResult.self)
        return (stream, { queue.yield($0) })
    }

    private static func first(_ results: Results) async throws -> GraphQLOperation<String>.OperationResult {
        try #require(await results.stream.first { _ in true })
    }

    @Test func `the listener of a query receives the answer`() async throws {
        let app = try APIApp()
        let results = Self.results()
        let operation = app.plugin.query(request: APIApp.title(), listener: results.listener)
        #expect(try await Self.first(results).get().get() == #""Tea""#)
        #expect(operation.request.operationType == .query && operation.request.document == APIApp.title().document)
        #expect(operation.eventName == "API.query" && operation.categoryType == .api)
        #expect(app.network.requests.count == 1 && app.header("x-api-key") == APIApp.key)
    }

    @Test func `the listener of a mutation receives the reason why there is no answer`() async throws {
        let app = try APIApp(answers: [.answer(403, "{}")])
        let results = Self.results()
        let operation = app.plugin.mutate(request: APIApp.title(), listener: results.listener)
        let result = try await Self.first(results)
        let error = try #require(throws: APIError.self) { try result.get() }
        #expect(error.isUnauthorized() && operation.eventName == "API.mutate")
    }

    @Test func `a request that cannot be sent fails by the listener, too`() async throws {
        let app = try APIApp()
        let request = GraphQLRequest(apiName: "other", document: "{ a }", responseType: String.self)
        let (queried, mutated) = (Self.results(), Self.results())
        _ = app.plugin.query(request: request, listener: queried.listener)
        _ = app.plugin.mutate(request: request, listener: mutated.listener)
        for results in [queried, mutated] {
            let result = try await Self.first(results)
            let error = try #require(throws: APIError.self) { try result.get() }
            #expect(error.errorDescription == "Unable to get an endpoint configuration for other")
        }
        #expect(app.network.requests.isEmpty)
    }

    @Test func `an operation without a listener has its result as a task`() async throws {
        let app = try APIApp()
        let operation = app.plugin.query(request: APIApp.title(), listener: nil)
        let task = GraphQLOperation<String>.TaskAdapter(operation: operation)
        #expect(try await task.value.get() == #""Tea""#)
    }

    @Test func `Hub has one event for each call, with its request`() async throws {
        typealias Context = AmplifyOperationContext<GraphQLOperationRequest<String>>
        let app = try APIApp(reportsToHub: true)
        // Other tests make calls at the same time; the document is the one of this test.
        let document = "query Watched { a }"
        let request = GraphQLRequest(document: document, responseType: String.self)
        let (payloads, queue) = AsyncStream.makeStream(of: HubPayload.self)
        let isOwn: HubFilter = { ($0.context as? Context)?.request.document == document }
        let token = Amplify.Hub.listen(to: .api, isIncluded: isOwn) { queue.yield($0) }
        let operation = app.plugin.query(request: request, listener: nil)
        var iterator = payloads.makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect(first.eventName == "API.query" && (first.context as? Context)?.operationId == operation.id)
        _ = try await app.plugin.mutate(request: request)
        #expect(await iterator.next()?.eventName == "API.mutate")
        Amplify.Hub.removeListener(token)
    }

    @Test func `a cancelled operation ends at once with one failure, and its request is cancelled`() async throws {
        let network = CallTimeTests.Silent(sent: Latch())
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: network, sockets: ScriptedSockets([]))
        try plugin.configure(using: APIApp.configuration(.apiKey))
        let results = Self.results()
        let operation = plugin.query(request: APIApp.title(), listener: results.listener)
        await network.sent.wait()
        operation.cancel()
        operation.cancel()
        #expect(operation.isCancelled)
        let result = try await Self.first(results)
        let error = try #require(throws: APIError.self) { try result.get() }
        #expect(error.isOperationCancelledError)
        await network.cancelled.wait()
    }

    @Test func `an operation that is cancelled while its answer arrives has one result`() async throws {
        typealias Context = AmplifyOperationContext<GraphQLOperationRequest<String>>
        let app = try APIApp()
        let document = "query Raced { a }"
        let request = GraphQLRequest(document: document, responseType: String.self)
        let (events, queue) = AsyncStream.makeStream(of: UUID.self)
        let token = Amplify.Hub.listen(to: .api) { payload in
            guard let context = payload.context as? Context, context.request.document == document else { return }
            queue.yield(context.operationId)
        }
        var expected: Set<UUID> = []
        for _ in 1...50 {
            let operation = app.plugin.query(request: request, listener: nil)
            await Task { operation.cancel() }.value
            while !operation.isFinished { await Task.yield() }
            expected.insert(operation.id)
        }
        var seen: [UUID] = []
        for await id in events.prefix(expected.count) { seen.append(id) }
        Amplify.Hub.removeListener(token)
        #expect(Set(seen) == expected)
    }

    @Test func `cancelling an operation that has its answer changes nothing`() async throws {
        let app = try APIApp()
        let operation = app.plugin.query(request: APIApp.title(), listener: nil)
        let task = GraphQLOperation<String>.TaskAdapter(operation: operation)
        _ = try await task.value
        task.cancel()
        #expect(try await task.value.get() == #""Tea""#)
    }
}
