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

@Suite struct AdminUserTests {
    private func create(
        _ fixture: PoolFixture, action: MessageActionType? = nil, mediums: [DeliveryMediumType]? = [.email]
    ) async throws -> UserType? {
        try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "email", value: "alice@example.com")],
                messageAction: action, desiredDeliveryMediums: mediums)
        ).user
    }

    @Test func `an invited user gets a temporary password that works once as such`() async throws {
        let fixture = try await PoolFixture.make()
        let user = try #require(try await create(fixture))
        #expect(user.userStatus == .forceChangePassword && user.enabled == true)
        #expect(user.attributes?.first?.name == "sub")
        let message = try #require(fixture.gatehouse.messages(to: "alice@example.com").first)
        #expect(message.kind == "AdminCreateUser" && message.body.contains("alice"))
        let answer = try await fixture.signInWithPassword("alice", message.code)
        #expect(answer.challengeName == .newPasswordRequired)
    }

    @Test func `suppressed invitations send nothing`() async throws {
        let fixture = try await PoolFixture.make()
        _ = try await create(fixture, action: .suppress)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a second invitation renews the password, and only while the first is open`() async throws {
        let fixture = try await PoolFixture.make()
        _ = try await create(fixture)
        let old = fixture.gatehouse.messages()[0].code
        _ = try await create(fixture, action: .resend)
        let new = fixture.gatehouse.messages()[0].code
        #expect(old != new)
        #expect(try await fault { _ = try await fixture.signInWithPassword("alice", old) } == .wrongCredentials)
        try await setPassword(fixture, permanent: true)
        let refusal = try await fault { _ = try await create(fixture, action: .resend) }
        #expect(refusal?.message == "Resend not possible. alice status is not FORCE_CHANGE_PASSWORD")
    }

    private func setPassword(_ fixture: PoolFixture, permanent: Bool) async throws {
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.password,
                permanent: permanent))
    }

    @Test func `a permanent password confirms, any other must be changed`() async throws {
        let fixture = try await PoolFixture.make()
        _ = try await create(fixture, action: .suppress)
        try await setPassword(fixture, permanent: true)
        #expect(try await fixture.signInWithPassword().authenticationResult != nil)
        try await setPassword(fixture, permanent: false)
        #expect(try await fixture.signInWithPassword().challengeName == .newPasswordRequired)
    }

    @Test func `an administrator confirms a user who signed up, and not a confirmed user`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let request = AdminConfirmSignUpRequest(userPoolId: fixture.poolID, username: "alice")
        _ = try await fixture.administrator.adminConfirmSignUp(request)
        _ = try await fixture.tokens()
        let refusal = try await fault { _ = try await fixture.administrator.adminConfirmSignUp(request) }
        #expect(refusal?.message == "User cannot be confirmed. Current status is CONFIRMED")
    }

    @Test(arguments: [[.sms], nil] as [[DeliveryMediumType]?])
    func `a user without a destination for the medium is created, and no message is sent`(
        _ mediums: [DeliveryMediumType]?
    ) async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await create(fixture, mediums: mediums)?.userStatus == .forceChangePassword)
        #expect(fixture.gatehouse.messages().isEmpty)
        #expect(try await create(fixture, action: .resend, mediums: mediums)?.userStatus == .forceChangePassword)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test(
        arguments: [nil, .resend] as [MessageActionType?], [nil, [.email], [.sms, .email]] as [[DeliveryMediumType]?])
    func `a user with a user name alone is created, and no message is sent`(
        _ action: MessageActionType?, _ mediums: [DeliveryMediumType]?
    ) async throws {
        let fixture = try await PoolFixture.make()
        func create(_ action: MessageActionType?) async throws -> UserType? {
            try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: "alice", messageAction: action,
                    desiredDeliveryMediums: mediums)
            ).user
        }
        #expect(try await create(nil)?.userStatus == .forceChangePassword)
        if let action { #expect(try await create(action)?.username == "alice") }
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a flag counts however it is written`() async throws {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["email": "alice@example.com", "email_verified": "True"])
        let token = try await fixture.accessToken("alice@example.com")
        #expect(try await fixture.ownAttributes(token: token)["email_verified"] == "true")
        #expect(try await fixture.forgotPassword()?.destination == "a***@e***")
    }

    // The lower-case form of Ⱥ has three bytes instead of two.
    @Test(
        arguments: [
            (String(repeating: "é", count: 1_024), true), (String(repeating: "é", count: 1_025), false),
            (String(repeating: "Ⱥ", count: 682), true), (String(repeating: "Ⱥ", count: 683), false),
        ])
    func `a value has at most 2048 bytes, also in lower case`(_ value: String, _ isAllowed: Bool) async throws {
        let fixture = try await PoolFixture.make()
        let request = AdminCreateUserRequest(
            userPoolId: fixture.poolID, username: "alice", userAttributes: [AttributeType(name: "name", value: value)],
            messageAction: .suppress)
        let refusal = try await fault { _ = try await fixture.administrator.adminCreateUser(request) }
        let complaint = "Attributes did not conform to the schema: name: String must be no longer than 2048 bytes\n"
        #expect(refusal == (isAllowed ? nil : .invalidParameter(complaint)))
    }

    @Test(arguments: [nil, [.email]] as [[UsernameAttributeType]?])
    func `a name that exists is refused`(_ names: [UsernameAttributeType]?) async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", usernameAttributes: names))
        let request = AdminCreateUserRequest(
            userPoolId: fixture.poolID, username: names == nil ? "alice" : "alice@example.com", messageAction: .suppress
        )
        _ = try await fixture.administrator.adminCreateUser(request)
        let refusal = try await fault { _ = try await fixture.administrator.adminCreateUser(request) }
        #expect(refusal == ServiceFault(.usernameExists, "User account already exists"))
    }

    @Test func `a taken alias is refused, and moves when forced`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", aliasAttributes: [.email]))
        func invite(_ name: String, forced: Bool?) async throws {
            _ = try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: name,
                    userAttributes: [
                        AttributeType(name: "email", value: "a@example.com"),
                        AttributeType(name: "email_verified", value: "true"),
                    ], forceAliasCreation: forced, messageAction: .suppress))
        }
        try await invite("alice", forced: nil)
        let refusal = try await fault { try await invite("alicia", forced: nil) }
        #expect(refusal == ServiceFault(.aliasExists, "An account with the given email already exists."))
        try await invite("alicia", forced: true)
        let owner = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "a@example.com"))
        #expect(owner.username == "alicia")
    }

    @Test func `users are found by name and by sub`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        func user(_ name: String) async throws -> AdminGetUserResponse {
            try await fixture.administrator.adminGetUser(
                AdminGetUserRequest(userPoolId: fixture.poolID, username: name))
        }
        let byName = try await user("alice")
        let sub = try #require(byName.userAttributes?.first?.value)
        #expect(try await user(sub) == byName)
        #expect(try await fault { _ = try await user("nobody") } == .noSuchUser)
    }
}
