// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseAccounts

@Suite struct ForgotPasswordTests {
    private static let nowhere = ServiceFault.invalidParameter(
        "Cannot reset password for the user as there is no registered/verified email or phone_number")

    private func user(_ fixture: PoolFixture, _ name: String, _ attributes: [String: String]) async throws {
        try await fixture.gatehouse.makeUser(
            name, password: PoolFixture.password, inPool: fixture.poolID, attributes: attributes)
    }

    @Test(arguments: [false, true])
    func `the code sets a new password, and the old one no longer signs in`(_ withSecret: Bool) async throws {
        let fixture = try await PoolFixture.make(withSecret: withSecret)
        try await fixture.makeUser()
        let details = try await fixture.forgotPassword()
        #expect(
            details
                == CodeDeliveryDetailsType(
                    destination: "a***@e***", deliveryMedium: .email, attributeName: "email"))
        #expect(fixture.gatehouse.messages().first?.kind == "ForgotPassword")
        try await fixture.confirmForgotPassword()
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .wrongCredentials)
        let answer = try await fixture.signInWithPassword("alice", PoolFixture.newPassword)
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a client with a secret must prove it`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        let request = ForgotPasswordRequest(clientId: fixture.client.id, username: "alice")
        let refusal = try await fault { _ = try await fixture.anyone.forgotPassword(request) }
        #expect(refusal?.message.hasSuffix("is configured with secret but SECRET_HASH was not received") == true)
    }

    @Test func `after an administrator's reset the user sets a new password with the code`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        _ = try await fixture.administrator.adminResetUserPassword(
            AdminResetUserPasswordRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.confirmForgotPassword()
        let answer = try await fixture.signInWithPassword("alice", PoolFixture.newPassword)
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a code is void once an administrator has set a password`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.forgotPassword()
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: "Other-Horse-8!", permanent: true))
        let refusal = try await fault { try await fixture.confirmForgotPassword() }
        #expect(refusal?.code == .expiredCode)
        let answer = try await fixture.signInWithPassword("alice", "Other-Horse-8!")
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a code is used once, for an hour, and only the newest one`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.forgotPassword()
        let old = fixture.newestCode
        try await fixture.forgotPassword()
        #expect(try await fault { try await fixture.confirmForgotPassword(code: old) } == .wrongCode)
        try await fixture.confirmForgotPassword()
        #expect(try await fault { try await fixture.confirmForgotPassword() } == .expiredCode)
        try await fixture.forgotPassword()
        fixture.gatehouse.clock.advance(by: 3_600)
        #expect(try await fault { try await fixture.confirmForgotPassword() } == .expiredCode)
    }

    @Test func `a password that breaks the policy leaves the code good`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.forgotPassword()
        let refusal = try await fault { try await fixture.confirmForgotPassword(password: "short") }
        #expect(refusal?.code == .invalidPassword)
        try await fixture.confirmForgotPassword()
    }

    @Test func `a code that was sent to a former address does not reset the password`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let token = try await fixture.accessToken()
        try await fixture.forgotPassword()
        let code = fixture.newestCode
        try await fixture.update(["email": "new@example.com"], token: token)
        #expect(try await fault { try await fixture.confirmForgotPassword(code: code) } == .expiredCode)
        _ = try await fixture.tokens()
    }

    @Test func `a new password ends a lock`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        for _ in 0..<6 {
            _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        }
        try await fixture.forgotPassword()
        try await fixture.confirmForgotPassword()
        let answer = try await fixture.signInWithPassword("alice", PoolFixture.newPassword)
        #expect(answer.authenticationResult != nil)
    }

    @Test func `two hundred parallel guesses are no more than the hourly limit`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        for _ in 0..<10 { try await fixture.forgotPassword() }
        let wrong = fixture.wrongCode
        let refusals = try await faults(200) { _ in try await fixture.confirmForgotPassword(code: wrong) }
        #expect(refusals.count { $0 == .wrongCode } == 10)
        #expect(refusals.count { $0 == .attemptLimit } == 190)
        #expect(try await fault { try await fixture.forgotPassword() } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        try await fixture.forgotPassword()
        try await fixture.confirmForgotPassword()
    }

    @Test(arguments: [
        ([], "phone_number"), (["verified_email"], "email"),
        (["verified_phone_number", "verified_email"], "phone_number"),
        (["verified_email", "verified_phone_number"], "email"),
    ])
    func `the code takes the first channel of the pool's choice`(
        _ names: [String], _ expected: String
    ) async throws {
        let options = names.enumerated().map {
            RecoveryOptionType(priority: $0.offset + 1, name: RecoveryOptionNameType(rawValue: $0.element))
        }
        let setting = AccountRecoverySettingType(recoveryMechanisms: options.reversed())
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.accountRecoverySetting = options.isEmpty ? nil : setting })
        try await user(
            fixture, "alice",
            [
                "email": "a@example.com", "email_verified": "true", "phone_number": "+12025550123",
                "phone_number_verified": "true",
            ])
        #expect(try await fixture.forgotPassword()?.attributeName == expected)
        try await user(fixture, "bob", ["email": "bob@example.com", "phone_number": "+12025550124"])
        #expect(try await fault { try await fixture.forgotPassword("bob") } == Self.nowhere)
    }

    @Test(arguments: [false, true])
    func `a pool may leave recovery to administrators, and says so for every name`(_ hides: Bool) async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.accountRecoverySetting = AccountRecoverySettingType(
                    recoveryMechanisms: [RecoveryOptionType(priority: 1, name: .adminOnly)])
            }
        ) { if hides { $0.preventUserExistenceErrors = .enabled } }
        try await fixture.makeUser()
        for name in ["alice", "nobody"] {
            let refusal = try await fault { try await fixture.forgotPassword(name) }
            #expect(refusal == ServiceFault(.notAuthorized, "Contact administrator to reset password."))
        }
    }

    @Test(arguments: [false, true])
    func `a user with a temporary password cannot reset it`(_ hides: Bool) async throws {
        let fixture = try await PoolFixture.make { if hides { $0.preventUserExistenceErrors = .enabled } }
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(userPoolId: fixture.poolID, username: "alice", messageAction: .suppress))
        let refusal = try await fault { try await fixture.forgotPassword() }
        #expect(refusal == ServiceFault(.notAuthorized, "User password cannot be reset in the current state."))
    }

    @Test func `a client that does not hide unknown users reports a disabled user and an unknown user name`()
        async throws
    {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { try await fixture.forgotPassword() } == .disabledUser)
        #expect(try await fault { try await fixture.confirmForgotPassword(code: "123456") } == .disabledUser)
        #expect(try await fault { try await fixture.forgotPassword("nobody") } == .unknownNameOrClient)
        let unknown = try await fault { try await fixture.confirmForgotPassword("nobody", code: "123456") }
        #expect(unknown == .unknownNameOrClient)
    }

    @Test(arguments: ["nobody", "nobody@example.com", "disabled", "unreachable"])
    func `a client that hides unknown users sees the same steps for unknown, disabled and unreachable users`(
        _ name: String
    ) async throws {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        try await fixture.makeUser("disabled")
        try await user(fixture, "unreachable", ["email": "unreachable@example.com"])
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "disabled"))
        #expect(try await fault { try await fixture.confirmForgotPassword(name, code: "123456") } == .expiredCode)
        let details = try await fixture.forgotPassword(name)
        #expect(details?.deliveryMedium == .email && details?.attributeName == "email")
        if name.contains("@") { #expect(details?.destination == "n***@e***") }
        #expect(try await fixture.forgotPassword(name) == details)
        #expect(fixture.gatehouse.messages().isEmpty)
        for _ in 0..<15 {
            #expect(try await fault { try await fixture.confirmForgotPassword(name, code: "123456") } == .wrongCode)
        }
        #expect(try await fault { try await fixture.confirmForgotPassword(name, code: "123456") } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        #expect(try await fault { try await fixture.confirmForgotPassword(name, code: "123456") } == .expiredCode)
    }

    @Test(arguments: ["unknown", "alice"])
    func `a bad password gets the answer of the code first, for an unknown user as for any other`(
        _ name: String
    ) async throws {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        try await fixture.makeUser()
        let early = try await fault { try await fixture.confirmForgotPassword(name, code: "123456", password: "short") }
        #expect(early == .expiredCode)
        try await fixture.forgotPassword(name)
        let wrong = try await fault {
            try await fixture.confirmForgotPassword(name, code: fixture.wrongCode, password: "short")
        }
        #expect(wrong == .wrongCode)
    }

}
