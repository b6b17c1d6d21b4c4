// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseOutbound
import Testing

@Suite struct OutboxTests {
    private func message(_ number: Int, to recipient: String = "a@example.org") -> Message {
        Message(
            to: recipient, medium: .email, kind: .signUp, code: String(number), subject: "s", body: "b",
            at: Date(timeIntervalSince1970: 0)
        )
    }

    @Test func `the newest message comes first`() async throws {
        let outbox = Outbox()
        for number in 1...3 { try await outbox.deliver(message(number)) }
        #expect(outbox.messages().map(\.code) == ["3", "2", "1"])
    }

    @Test func `messages are found by recipient`() async throws {
        let outbox = Outbox()
        try await outbox.deliver(message(1))
        try await outbox.deliver(message(2, to: "b@example.org"))
        #expect(outbox.messages(to: "b@example.org").map(\.code) == ["2"])
        #expect(outbox.messages(to: "c@example.org").isEmpty)
    }

    @Test func `the oldest messages are forgotten`() async throws {
        let outbox = Outbox(capacity: 2)
        for number in 1...5 { try await outbox.deliver(message(number)) }
        #expect(outbox.messages().map(\.code) == ["5", "4"])
    }

    @Test func `without a way to send every message is refused, and the refusal says nothing of it`() async {
        let error = await #expect(throws: UndeliverableCourier.Refusal.self) {
            try await UndeliverableCourier().deliver(message(123_456))
        }
        #expect(error?.description == "no way to send EMAIL messages is configured")
    }
}
