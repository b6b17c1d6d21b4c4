// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Whether a Hub says that events have a receiver, and what arrives then.
@Suite struct HubAudienceTests {
    private let hub = HubCategory()

    @Test func `a Hub has receivers from its first listener to the end of the last one`() {
        #expect(!hub.hasReceivers)
        let first = hub.listen(to: .auth) { _ in }
        let second = hub.listen(to: .custom("own"), eventName: "e") { _ in }
        #expect(hub.hasReceivers)
        for _ in 0..<2 { hub.removeListener(first) }
        #expect(hub.hasReceivers)
        hub.removeListener(second)
        #expect(!hub.hasReceivers)
    }

    @Test func `a listener receives what is dispatched after it began to listen`() async {
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "early"))
        let (events, continuation) = AsyncStream<String>.makeStream()
        let token = hub.listen(to: .auth) { continuation.yield($0.eventName) }
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "late"))
        #expect(await events.first { _ in true } == "late")
        hub.removeListener(token)
    }

    @Test func `a listener of the plugin itself is a receiver as well`() async throws {
        let plugin = try hub.getPlugin(for: AWSHubPlugin.key)
        let (events, continuation) = AsyncStream<String>.makeStream()
        let token = plugin.listen(to: .auth, isIncluded: nil) { continuation.yield($0.eventName) }
        #expect(hub.hasReceivers)
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
        #expect(await events.first { _ in true } == "a")
        plugin.removeListener(token)
        #expect(!hub.hasReceivers)
    }

    @Test func `a publisher is a receiver`() {
        var received: [String] = []
        let subscription = hub.publisher(for: .auth).sink { received.append($0.eventName) }
        #expect(hub.hasReceivers)
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
        #expect(received == ["a"])
        subscription.cancel()
    }

    @Test func `a plugin of the app gets every event, though nothing listens, until the reset`() async throws {
        let plugin = RecordingHubPlugin("own")
        try hub.add(plugin: plugin)
        #expect(hub.hasReceivers)
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
        #expect(plugin.names == ["a"])
        await hub.reset()
        #expect(!hub.hasReceivers)
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "b"))
        #expect(plugin.names == ["a"])
    }

    @Test func `a reset ends the listeners, and later ones receive events`() async {
        _ = hub.listen(to: .auth) { _ in Issue.record("An event came.") }
        await hub.reset()
        #expect(!hub.hasReceivers)
        let (events, continuation) = AsyncStream<String>.makeStream()
        let token = hub.listen(to: .auth) { continuation.yield($0.eventName) }
        #expect(hub.hasReceivers)
        hub.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
        #expect(await events.first { _ in true } == "a")
        hub.removeListener(token)
    }

    @Test func `a Hub has receivers while others come and go, and none after the last one`() async {
        let lasting = hub.listen(to: .auth) { _ in }
        let hadReceivers = await withTaskGroup(of: Bool.self) { [hub] group in
            for _ in 0..<8 {
                group.addTask {
                    var hadReceivers = true
                    for _ in 0..<200 {
                        let token = hub.listen(to: .auth) { _ in }
                        hadReceivers = hub.hasReceivers && hadReceivers
                        hub.removeListener(token)
                        hadReceivers = hub.hasReceivers && hadReceivers
                    }
                    return hadReceivers
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(hadReceivers && hub.hasReceivers)
        hub.removeListener(lasting)
        #expect(!hub.hasReceivers)
    }
}
