// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseCrypto
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// A plugin whose events do not go to the Hub of the app.
@Suite(.hangLimit) struct OwnHubTests {
    @Test func `the events of calls and of subscriptions go to the receiver of the plugin`() async throws {
        let names = Relay<String>()
        let sockets = ScriptedSockets([])
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]),
            transport: ScriptedTransport([.answer(200, #"{"data":{"getTodo":{"title":"Tea"}}}"#)]), sockets: sockets,
            clock: StepClock().clock, entropy: .seeded(7), hub: { names.send($0.eventName) })
        try plugin.configure(using: APIApp.configuration(.apiKey))
        _ = try await plugin.query(request: APIApp.title())
        #expect(await names.next() == "API.query")
        let events = SeenEvents(plugin.subscribe(request: APIApp.titles()))
        #expect(await names.next() == "API.subscribe")
        withExtendedLifetime(events) {}
        await plugin.reset()
    }
}
