// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct AuthEventTests {
    /// The types and results of the user's events, one line each.
    private func told(_ fixture: PoolFixture, _ username: String = "alice") async throws -> [String] {
        try await fixture.events(of: username).map { event in
            "\(event.eventType?.rawValue ?? "") \(event.eventResponse?.rawValue ?? "")"
        }
    }

    @Test(arguments: [AdvancedSecurityModeType.audit, .enforced])
    func `successful and failed sign-ins are recorded, and listed with the newest first`(
        _ mode: AdvancedSecurityModeType
    ) async throws {
        let fixture = try await PoolFixture.watched(mode)
        try await fixture.makeUser()
        _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        _ = try await SRPConversation(fixture: fixture, username: "alice").run(password: PoolFixture.password)
        #expect(try await told(fixture) == ["SignIn Pass", "SignIn Fail"])
        let events = try await fixture.events()
        #expect(
            events.map { $0.challengeResponses?.first?.challengeResponse } == [.success, .failure])
        #expect(events.allSatisfy { $0.challengeResponses?.first?.challengeName == .password })
        #expect(events.allSatisfy { $0.eventRisk?.riskDecision == .noRisk })
        #expect(events.allSatisfy { $0.creationDate == fixture.gatehouse.clock.now })
        #expect(events.allSatisfy { $0.eventContextData?.ipAddress == "127.0.0.1" })
        #expect(events.allSatisfy { $0.eventContextData?.deviceName == "Unknown" })
    }

    @Test func `the event of a sign-in has the id that its tokens carry`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.makeUser()
        let token = try #require(PresentedToken(try await fixture.accessToken()))
        #expect(try await fixture.events().map(\.eventId) == [token.unverifiedEvent])
    }

    @Test func `a sign-in with a temporary password is in progress until the new one is chosen`() async throws {
        let fixture = try await PoolFixture.watched()
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice", temporaryPassword: PoolFixture.password,
                messageAction: .suppress))
        let challenge = try await fixture.signInWithPassword()
        #expect(try await told(fixture) == ["SignIn InProgress"])
        let done = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .newPasswordRequired, session: challenge.session,
                challengeResponses: ["USERNAME": "alice", "NEW_PASSWORD": PoolFixture.newPassword]))
        #expect(try await told(fixture) == ["SignIn Pass"])
        let token = try #require(PresentedToken(done.authenticationResult?.accessToken ?? ""))
        #expect(try await fixture.events().map(\.eventId) == [token.unverifiedEvent])
    }

    @Test func `sign-ups, codes, password changes and sign-ins of an account are recorded`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.signUp()
        _ = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice"))
        _ = try await fault { try await fixture.confirm(code: fixture.wrongCode) }
        try await fixture.confirm()
        try await fixture.forgotPassword()
        _ = try await fault { try await fixture.confirmForgotPassword(code: fixture.wrongCode) }
        try await fixture.confirmForgotPassword()
        let tokens = try await fixture.signInWithPassword("alice", PoolFixture.newPassword).authenticationResult
        for old in ["Wrong-Horse-7!", PoolFixture.newPassword] {
            _ = try await fault {
                _ = try await fixture.anyone.changePassword(
                    ChangePasswordRequest(
                        previousPassword: old, proposedPassword: PoolFixture.password,
                        accessToken: tokens?.accessToken ?? ""))
            }
        }
        #expect(
            try await told(fixture) == [
                "PasswordChange Pass", "PasswordChange Fail", "SignIn Pass", "ForgotPassword Pass",
                "ForgotPassword Fail", "ForgotPassword InProgress", "SignUp Pass", "SignUp Fail", "ResendCode Pass",
                "SignUp InProgress",
            ])
    }

    @Test func `a lockout is not recorded as an event, and an unknown user name has no events`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.makeUser()
        for name in ["alice", "nobody"] {
            for _ in 0..<20 {
                _ = try await fault { _ = try await fixture.signInWithPassword(name, "Wrong-Horse-7!") }
            }
        }
        #expect(try await told(fixture) == Array(repeating: "SignIn Fail", count: 5))
        #expect(try await fault { _ = try await fixture.events(of: "nobody") } == .noSuchUser)
    }

    @Test(arguments: [nil, UserPoolAddOnsType(advancedSecurityMode: .off)])
    func `a pool without the add-on records nothing and says so`(_ addOns: UserPoolAddOnsType?) async throws {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.userPoolAddOns = addOns })
        try await fixture.makeUser()
        _ = try await fixture.tokens()
        _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        let rows = try await fixture.anyone.pools.records.read { [poolID = fixture.poolID] store in
            let user = try store.existingUser("alice", in: store.existingPool(poolID))
            return try store.authEvents(ofUser: user.sub, inPool: poolID, before: nil, limit: 9)
        }
        #expect(rows.isEmpty)
        #expect(try await fault { _ = try await fixture.events() }?.code == .userPoolAddOnNotEnabled)
    }

    @Test func `pages are complete while new events arrive, and a page token is valid for its list only`() async throws
    {
        let fixture = try await PoolFixture.watched()
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        var ids: [String?] = []
        for _ in 0..<5 { ids.insert(PresentedToken(try await fixture.accessToken())?.unverifiedEvent, at: 0) }
        let first = try await fixture.eventPage(limit: 2)
        _ = try await fixture.tokens()
        let second = try await fixture.eventPage(limit: 2, token: first.nextToken)
        let third = try await fixture.eventPage(limit: 2, token: second.nextToken)
        #expect([first, second, third].flatMap { $0.authEvents ?? [] }.map(\.eventId) == ids)
        #expect(third.nextToken == nil)
        let foreign = try await fault { _ = try await fixture.eventPage("bob", token: first.nextToken) }
        #expect(foreign?.code == .invalidParameter)
    }

    @Test func `events go after ninety days`() async throws {
        let fixture = try await PoolFixture.watched()
        try await fixture.makeUser()
        _ = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 89 * 86_400)
        _ = try await fixture.tokens()
        try await fixture.anyone.pools.purgeExpired()
        #expect(try await fixture.events().count == 2)
        fixture.gatehouse.clock.advance(by: 86_400)
        try await fixture.anyone.pools.purgeExpired()
        #expect(try await fixture.events().count == 1)
    }
}

extension PoolFixture {
    /// A pool that keeps events.
    static func watched(
        _ mode: AdvancedSecurityModeType = .audit, withSecret: Bool = false,
        changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        try await make(
            pool: request { $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: mode) },
            withSecret: withSecret, changing: change)
    }

    func eventPage(
        _ username: String = "alice", limit: Int? = nil, token: String? = nil
    ) async throws -> AdminListUserAuthEventsResponse {
        try await administrator.adminListUserAuthEvents(
            AdminListUserAuthEventsRequest(
                userPoolId: poolID, username: username, maxResults: limit, nextToken: token))
    }

    func events(of username: String = "alice") async throws -> [AuthEventType] {
        try await eventPage(username).authEvents ?? []
    }
}
