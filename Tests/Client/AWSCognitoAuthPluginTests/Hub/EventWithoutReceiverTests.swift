// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct EventWithoutReceiverTests {
    @Test func `an event that has no receiver is neither made nor sent`() {
        let events = AuthEvents({ Issue.record("\($0.eventName) was sent.") }, hasReceivers: { false })
        func outcome() -> Int {
            Issue.record("The data were made.")
            return 1
        }
        events.send(HubPayload.EventName.Auth.fetchSessionAPI, outcome())
    }

    @Test func `an event that has a receiver is sent with its data`() {
        let log = EventLog()
        let events = AuthEvents({ log.append($0) }, hasReceivers: { true })
        events.send(HubPayload.EventName.Auth.fetchSessionAPI, 7)
        #expect(log.names == ["Auth.fetchSessionAPI"])
        #expect(log.data(of: "Auth.fetchSessionAPI") as? Int == 7)
    }
}
