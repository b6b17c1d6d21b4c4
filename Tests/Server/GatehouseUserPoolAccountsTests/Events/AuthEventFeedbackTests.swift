// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct AuthEventFeedbackTests {
    private func tell(
        _ value: FeedbackValueType, of id: String?, by username: String = "alice", _ fixture: PoolFixture
    ) async throws {
        _ = try await fixture.administrator.adminUpdateAuthEventFeedback(
            AdminUpdateAuthEventFeedbackRequest(
                userPoolId: fixture.poolID, username: username, eventId: id ?? "", feedbackValue: value))
    }

    @Test func `an administrator's feedback is stored with the event, and the last one counts`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.makeUser()
        for _ in 0..<2 { _ = try await fixture.tokens() }
        let id = try await fixture.events().last?.eventId
        try await tell(.invalid, of: id, fixture)
        fixture.gatehouse.clock.advance(by: 60)
        try await tell(.valid, of: id, fixture)
        let events = try await fixture.events()
        #expect(events.first?.eventFeedback == nil)
        let feedback = try #require(events.last?.eventFeedback)
        #expect(feedback.feedbackValue == .valid && feedback.provider == "Admin")
        #expect(feedback.feedbackDate == fixture.gatehouse.clock.now)
    }

    @Test func `feedback on another user's event, or on an unknown one, is refused`() async throws {
        let fixture = try await PoolFixture.watched()
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        _ = try await fixture.tokens()
        let id = try await fixture.events().first?.eventId
        let foreign = try await fault { try await tell(.valid, of: id, by: "bob", fixture) }
        #expect(foreign?.code == .resourceNotFound)
        #expect(try await fault { try await tell(.valid, of: "none", fixture) }?.code == .resourceNotFound)
        #expect(try await fault { try await tell(.valid, of: id, by: "nobody", fixture) } == .noSuchUser)
    }

    @Test func `every feedback token is invalid, and the error is the same for unknown user names`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.makeUser()
        _ = try await fixture.tokens()
        let id = try await fixture.events().first?.eventId ?? ""
        for name in ["alice", "nobody"] {
            let refusal = try await fault {
                _ = try await fixture.anyone.updateAuthEventFeedback(
                    UpdateAuthEventFeedbackRequest(
                        userPoolId: fixture.poolID, username: name, eventId: id, feedbackToken: "token",
                        feedbackValue: .valid))
            }
            #expect(refusal == ServiceFault(.notAuthorized, "Invalid feedback token."))
        }
    }
}
