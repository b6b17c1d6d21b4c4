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

    @Test func `decoys are not kept`() async throws {
        let outbox = Outbox()
        try await outbox.post(message(1), isDecoy: true)
        try await outbox.post(message(2), isDecoy: false)
        #expect(outbox.messages().map(\.code) == ["2"])
    }

    @Test(arguments: [false, true])
    func `without a way to send every message is refused, and the refusal says nothing of it`(_ isDecoy: Bool) async {
        let refusal = DeliveryRefusal("no way to send EMAIL messages is configured")
        let courier = UndeliverableCourier()
        await #expect(throws: refusal) { try await courier.deliver(message(123_456)) }
        await #expect(throws: refusal) { try await courier.post(message(123_456), isDecoy: isDecoy) }
    }

    @Test func `beside a medium that works, posting to one that does not tells nothing`() async throws {
        let courier = RoutedCourier(
            email: Outbox(), sms: UndeliverableCourier(isSilent: true), functions: Outbox())
        let text = Message(
            to: "+12025550123", medium: .sms, kind: .forgotPassword, code: "1", subject: "", body: "1",
            at: Date(timeIntervalSince1970: 0))
        for isDecoy in [false, true] { try await courier.post(text, isDecoy: isDecoy) }
        await #expect(throws: DeliveryRefusal.self) { try await courier.deliver(text) }
    }
}
