// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Publishers of the state of the network.
@Suite(.hangLimit) struct ReachabilityTests {
    /// The states that a publisher publishes; the sequence ends with it.
    private struct Reading: ~Copyable {
        private var states: AsyncStream<Bool>.Iterator
        private let subscription: AnyCancellable

        init(_ publisher: AnyPublisher<ReachabilityUpdate, Never>?) throws {
            let (stream, queue) = AsyncStream.makeStream(of: Bool.self)
            states = stream.makeAsyncIterator()
            subscription = try #require(publisher)
                .sink(receiveCompletion: { _ in queue.finish() }, receiveValue: { queue.yield($0.isOnline) })
        }

        mutating func next() async -> Bool? { await states.next(isolation: #isolation) }
    }

    private let network = ScriptedNetwork()

    private func app() throws -> RESTApp {
        try RESTApp(over: ScriptedTransport([.answer(200, "")]), network: network)
    }

    @Test func `a publisher has the state now and each change, once`() async throws {
        let plugin = try app().plugin
        var first = try Reading(plugin.reachabilityPublisher())
        network.change(to: true)
        network.change(to: true)
        network.change(to: false)
        #expect(await first.next() == true)
        #expect(await first.next() == false)
        // A later reader of the same API begins with the state now, and watches nothing a second time.
        var second = try Reading(plugin.reachabilityPublisher(for: "items"))
        #expect(await second.next() == false)
        network.change(to: true)
        #expect(await first.next() == true)
        #expect(await second.next() == true)
        #expect(network.hosts == ["api.example.org"])
    }

    @Test func `a reset ends publishers and the watch`() async throws {
        let plugin = try app().plugin
        var reading = try Reading(plugin.reachabilityPublisher())
        network.change(to: true)
        #expect(await reading.next() == true)
        await plugin.reset()
        #expect(await reading.next() == nil)
        await network.unwatched.wait()
        #expect(throws: APIError.self) { try plugin.reachabilityPublisher() }
    }

    @Test func `the watch ends with the plugin`() async throws {
        do { _ = try app().plugin.reachabilityPublisher() }
        await network.unwatched.wait()
        #expect(network.unwatched.isOpen)
    }

    @Test func `an unknown API has no publisher, and no name means the only API`() throws {
        let plugin = try app().plugin
        #expect(throws: APIError.self) { try plugin.reachabilityPublisher(for: "x") }
        let rest = RESTApp.api(.none, "https://rest.example.org/")
        let graphQL = RESTApp.api(.apiKey, "https://graph.example.org/", kind: "GraphQL")
        try plugin.configure(using: ["a": rest, "b": rest, "g": graphQL] as JSONValue)
        _ = try plugin.reachabilityPublisher()
        _ = try plugin.reachabilityPublisher(for: "a")
        #expect(network.hosts == ["graph.example.org", "rest.example.org"])
        try plugin.configure(using: ["a": rest, "b": rest] as JSONValue)
        #expect(throws: APIError.self) { try plugin.reachabilityPublisher(for: nil) }
    }

    @Test func `a server on this machine is always reached`() async throws {
        let app = try RESTApp(at: "http://127.0.0.1:9/", over: ScriptedTransport([.answer(200, "")]))
        var reading = try Reading(app.plugin.reachabilityPublisher())
        #expect(await reading.next() == true)
    }
}
