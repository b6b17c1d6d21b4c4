// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

/// A caller cannot flood another user with messages.
@Suite(.hangLimit) struct MessageFloodTests {
    private static let limit = LimitedAction.unaskedMessage.callsAnHour

    private func resend(_ fixture: PoolFixture, _ name: String = "alice") async throws -> CodeDeliveryDetailsType? {
        try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name)
        ).codeDeliveryDetails
    }

    /// Uses up the messages of the hour to one address.
    private func exhaust(_ address: String, in fixture: PoolFixture) async throws {
        let pools = fixture.gatehouse.installation.userPools
        let allowance = pools.counters.allowance(
            ofMessagesTo: DeliveryDestination(attribute: "email", value: address), inPool: fixture.poolID)
        let now = pools.clock.now
        try await pools.records.write { store in
            while try store.useIfLeft(allowance, at: now) {}
        }
    }

    @Test func `users made for the purpose cannot flood an address`() async throws {
        let fixture = try await PoolFixture.make()
        for number in 0..<Self.limit {
            try await fixture.signUp("user-\(number)", email: number.isMultiple(of: 2) ? "V@x.com" : "v@x.com")
        }
        #expect(try await fault { try await fixture.signUp("one-more", email: "v@X.com") } == .attemptLimit)
        #expect(try await fault { _ = try await fixture.user("one-more") } == .noSuchUser)
        #expect(fixture.gatehouse.messages().count == Self.limit)
        try await fixture.signUp("other", email: "w@example.com")
        fixture.gatehouse.clock.advance(by: 3_600)
        try await fixture.signUp("one-more", email: "v@x.com")
    }

    @Test func `one user's changes of address are limited by the hour, and leave nothing behind`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let token = try await fixture.accessToken()
        for number in 0..<5 { try await fixture.update(["email": "v\(number)@example.com"], token: token) }
        let refusal = try await fault { try await fixture.update(["email": "v5@example.com"], token: token) }
        #expect(refusal == .attemptLimit)
        #expect(try await fixture.ownAttributes(token: token)["email"] == "v4@example.com")
        #expect(try await fault { try await fixture.sendCode(token: token) } == .attemptLimit)
        #expect(fixture.gatehouse.messages().count == 5)
        try await fixture.update(["name": "Alice"], token: token)
        fixture.gatehouse.clock.advance(by: 3_600)
        try await fixture.update(["email": "v5@example.com"], token: try await fixture.accessToken())
    }

    @Test func `many users' changes to one address are limited too`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let token = try await fixture.accessToken()
        try await exhaust("v@example.com", in: fixture)
        let refusal = try await fault { try await fixture.update(["email": "v@example.com"], token: token) }
        #expect(refusal == .attemptLimit)
        try await exhaust("alice@example.com", in: fixture)
        #expect(try await fault { try await fixture.sendCode(token: token) } == .attemptLimit)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test(arguments: [false, true])
    func `a new code beyond the limit is refused, or left out where names are hidden`(_ hides: Bool) async throws {
        let fixture = try await PoolFixture.make { if hides { $0.preventUserExistenceErrors = .enabled } }
        try await fixture.signUp()
        let before = try await resend(fixture)
        try await exhaust("alice@example.com", in: fixture)
        if hides {
            #expect(try await resend(fixture) == before)
            try await exhaust("nobody@example.com", in: fixture)
            _ = try await resend(fixture, "nobody@example.com")
        } else {
            #expect(try await fault { _ = try await resend(fixture) } == .attemptLimit)
        }
        #expect(fixture.gatehouse.messages().count == 2)
    }
}
