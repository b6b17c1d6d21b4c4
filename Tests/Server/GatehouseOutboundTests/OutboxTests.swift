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

    @Test func `the newest message comes first`() {
        let outbox = Outbox()
        for number in 1...3 { outbox.keep(message(number)) }
        #expect(outbox.messages().map(\.code) == ["3", "2", "1"])
    }

    @Test func `messages are found by recipient`() {
        let outbox = Outbox()
        outbox.keep(message(1))
        outbox.keep(message(2, to: "b@example.org"))
        #expect(outbox.messages(to: "b@example.org").map(\.code) == ["2"])
        #expect(outbox.messages(to: "c@example.org").isEmpty)
    }

    @Test func `the oldest messages are forgotten`() {
        let outbox = Outbox(capacity: 2)
        for number in 1...5 { outbox.keep(message(number)) }
        #expect(outbox.messages().map(\.code) == ["5", "4"])
    }

    @Test func `decoys are not kept, and messages are kept with their replaced text`() async throws {
        let outbox = Outbox()
        try await outbox.consign(message(1), isDecoy: true).post()
        try await outbox.consign(message(2), isDecoy: false).post()
        try await outbox.consign(message(3), isDecoy: false).deliver(message(4))
        #expect(outbox.messages().map(\.code) == ["4", "2"])
    }

    @Test(arguments: [false, true])
    func `without a configured medium every message is refused, and the error does not repeat it`(
        _ isDecoy: Bool
    ) async throws {
        let refusal = DeliveryRefusal("no way to send EMAIL messages is configured")
        let delivery = UndeliverableCourier().consign(message(123_456), isDecoy: isDecoy)
        await #expect(throws: refusal) { try await delivery.deliver() }
        await #expect(throws: refusal) { try await delivery.post() }
    }

    @Test func `posting to a medium that fails does not throw where another medium works, and delivering does`()
        async throws
    {
        let courier = RoutedCourier(
            email: Outbox(), sms: UndeliverableCourier(isSilent: true), functions: Outbox())
        let text = Message(
            to: "+12025550123", medium: .sms, kind: .forgotPassword, code: "1", subject: "", body: "1",
            at: Date(timeIntervalSince1970: 0))
        for isDecoy in [false, true] { try await courier.consign(text, isDecoy: isDecoy).post() }
        let delivery = try courier.consign(text, isDecoy: false)
        await #expect(throws: DeliveryRefusal.self) { try await delivery.deliver() }
    }
}
