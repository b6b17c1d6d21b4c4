// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import AWSAPIPlugin

/// REST requests with listeners, and their events on the Hub.
@Suite(.ownsAmplify, .hangLimit) struct RESTOperationTests {
    private typealias Outcome = RESTOperation.OperationResult

    @Test func `a listener receives the result of each method once`() async throws {
        let network = ScriptedTransport([.answer(200, "tea")])
        let plugin = try RESTApp(over: network, reportsToHub: true).plugin
        let (results, queue) = AsyncStream.makeStream(of: Outcome.self)
        let calls = [
            plugin.get(request:listener:), plugin.put(request:listener:), plugin.post(request:listener:),
            plugin.patch(request:listener:), plugin.delete(request:listener:), plugin.head(request:listener:),
        ]
        var iterator = results.makeAsyncIterator()
        for call in calls {
            let operation = call(RESTRequest(path: "/a")) { queue.yield($0) }
            #expect(try await iterator.next()?.get() == Data("tea".utf8))
            #expect(try await RESTTask(operation: operation).value == Data("tea".utf8))
        }
        #expect(network.requests.map(\.method) == [.get, .put, .post, .patch, .delete, .head])
        queue.finish()
        #expect(await iterator.next() == nil)
    }

    @Test func `a listener receives the error of a request`() async throws {
        let plugin = try RESTApp(over: ScriptedTransport([.answer(404, "no")]), reportsToHub: true).plugin
        let (results, queue) = AsyncStream.makeStream(of: Outcome.self)
        let operation = plugin.get(request: RESTRequest(path: "/a")) { queue.yield($0) }
        guard case .failure(.httpStatusError(404, _)) = await results.first(where: { _ in true }) else {
            Issue.record("The listener receives another result.")
            return
        }
        #expect(operation is AWSRESTOperation)
    }

    @Test func `a cancelled operation reports that, and frees its connection`() async throws {
        let closed = Latch()
        let server = try RawServer([.silenceUntilClosed(closed)])
        defer { server.stop() }
        let (results, queue) = AsyncStream.makeStream(of: Outcome.self)
        let plugin = try RESTApp(on: server, reportsToHub: true).plugin
        let operation = plugin.get(request: RESTRequest(path: "/a")) { queue.yield($0) }
        while server.requests.isEmpty { await Task.yield() }
        operation.cancel()
        guard case .failure(let error) = await results.first(where: { _ in true }) else {
            Issue.record("The listener receives a success.")
            return
        }
        #expect(error.isOperationCancelledError && operation.isCancelled)
        await closed.wait()
        #expect(closed.isOpen)
    }

    @Test func `the Hub reports the result of each request`() async throws {
        let network = ScriptedTransport([.answer(200, "tea"), .answer(500, ""), .answer(200, "tea")])
        let plugin = try RESTApp(over: network, reportsToHub: true).plugin
        let (payloads, queue) = AsyncStream.makeStream(of: HubPayload.self)
        // Requests of tests that run at the same time have other paths.
        let isOwn: HubFilter = { payload in
            let context = payload.context as? AmplifyOperationContext<RESTOperationRequest>
            return context?.request.path?.hasPrefix("/reported/") == true
        }
        let token = Amplify.Hub.listen(to: .api, isIncluded: isOwn) { queue.yield($0) }
        _ = try await plugin.get(request: RESTRequest(path: "/reported/a"))
        await #expect(throws: APIError.self) { try await plugin.put(request: RESTRequest(path: "/reported/b")) }
        plugin.delete(request: RESTRequest(path: "/reported/c"), listener: nil)
        var seen: [HubPayload] = []
        for await payload in payloads.prefix(3) { seen.append(payload) }
        Amplify.Hub.removeListener(token)
        #expect(seen.map(\.eventName) == ["API.get", "API.put", "API.delete"])
        let contexts = seen.compactMap { $0.context as? AmplifyOperationContext<RESTOperationRequest> }
        #expect(contexts.map(\.request.path) == ["/reported/a", "/reported/b", "/reported/c"])
        let results = seen.compactMap { $0.data as? Outcome }
        #expect(results.count == 3 && (try? results.first?.get()) == Data("tea".utf8))
    }
}
