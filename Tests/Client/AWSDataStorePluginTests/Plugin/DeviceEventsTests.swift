// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseTesting

/// The events of a test device, whose readers end at any moment.
@Suite(.hangLimit) struct DeviceEventsTests {
    @Test func `a reader may end while it gets an event, and the others get it, too`() async throws {
        let events = DeviceEvents()
        let ending = Mutex<AsyncStream<String>?>(nil)
        ending.withLock { stream in
            stream = events.values(from: 0) { payload in
                // The end of the last reference is the end of the reader.
                ending.withLock { $0 = nil }
                return payload.eventName
            }
        }
        let others = events.values(from: 0) { payload in payload.eventName }
        events.add(HubPayload(eventName: "first"))
        events.add(HubPayload(eventName: "second"))
        var names: [String] = []
        for await name in others.prefix(2) { names.append(name) }
        #expect(names == ["first", "second"])
        #expect(ending.withLock { $0 == nil })
        #expect(events.payloads(from: 0).map { $0.eventName } == ["first", "second"])
    }
}
