// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct AdminResetUserPasswordTests {
    private func reset(_ fixture: PoolFixture, _ username: String = "alice") async throws {
        _ = try await fixture.administrator.adminResetUserPassword(
            AdminResetUserPasswordRequest(userPoolId: fixture.poolID, username: username))
    }

    private func status(_ fixture: PoolFixture) async throws -> UserStatusType? {
        try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice")
        ).userStatus
    }

    @Test func `a reset closes the password and open sessions, and sends a code`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        try await reset(fixture)
        #expect(try await status(fixture) == .resetRequired)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .resetRequired)
        let overSRP = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await fault { _ = try await overSRP.begin() } == .resetRequired)
        let request = GetUserRequest(accessToken: tokens.accessToken ?? "")
        #expect(try await fault { _ = try await fixture.anyone.getUser(request) } == .resetRequired)
        let message = try #require(fixture.gatehouse.messages(to: "alice@example.com").first)
        #expect(message.kind == "ForgotPassword" && message.code.count == 6)
    }

    @Test func `a second reset sends a new code`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await reset(fixture)
        try await reset(fixture)
        #expect(Set(fixture.gatehouse.messages().map(\.code)).count == 2)
    }

    @Test func `a reset in the middle of an SRP sign-in ends it`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        try await reset(fixture)
        #expect(try await fault { _ = try await conversation.answer(responses) } == .resetRequired)
    }

    @Test func `users whose state does not allow it are left alone`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let state = ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        #expect(try await fault { try await reset(fixture) } == state)
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(userPoolId: fixture.poolID, username: "alice", password: PoolFixture.password))
        #expect(try await fault { try await reset(fixture) } == state)
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { try await reset(fixture) } == .disabledUser)
        #expect(try await status(fixture) == .forceChangePassword)
        #expect(try await fault { try await reset(fixture, "nobody") } == .noSuchUser)
    }

    @Test func `a user with nothing verified cannot be reset`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID, attributes: ["email": "a@example.com"])
        #expect(
            try await fault { try await reset(fixture) }
                == .invalidParameter(
                    "Cannot reset password for the user as there is no registered/verified email or phone_number"))
        #expect(try await status(fixture) == .confirmed)
    }

    private static func setting(_ names: RecoveryOptionNameType...) -> AccountRecoverySettingType {
        AccountRecoverySettingType(
            recoveryMechanisms: names.enumerated().map { RecoveryOptionType(priority: $0 + 1, name: $1) })
    }

    @Test(arguments: [
        (nil, "+12025550143"),
        (setting(.verifiedEmail, .verifiedPhoneNumber), "alice@example.com"),
        (setting(.verifiedPhoneNumber, .verifiedEmail), "+12025550143"),
        (setting(.verifiedEmail), "alice@example.com"),
    ])
    func `the code goes where the recovery setting says`(
        setting: AccountRecoverySettingType?, recipient: String
    ) async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", accountRecoverySetting: setting))
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: [
                "email": "alice@example.com", "email_verified": "true", "phone_number": "+12025550143",
                "phone_number_verified": "true",
            ])
        try await reset(fixture)
        #expect(fixture.gatehouse.messages().map(\.recipient) == [recipient])
    }

    @Test func `a pool in which only administrators reset passwords sends no code`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", accountRecoverySetting: Self.setting(.adminOnly)))
        try await fixture.makeUser()
        #expect(
            try await fault { try await reset(fixture) }
                == ServiceFault(.notAuthorized, "Contact administrator to reset password."))
        #expect(fixture.gatehouse.messages().isEmpty)
    }
}
