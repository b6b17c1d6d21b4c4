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

@Suite struct VerifyUserAttributeTests {
    private func signedIn(
        _ pool: CreateUserPoolRequest = PoolFixture.request { _ in }, attributes: [String: String]
    ) async throws -> (PoolFixture, String) {
        let fixture = try await PoolFixture.make(pool: pool)
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID, attributes: attributes)
        return (fixture, try await fixture.accessToken())
    }

    @Test(arguments: [
        ("email", "a@example.com", "a***@e***"), ("phone_number", "+12025550123", "+*******0123"),
    ])
    func `a code verifies what it was sent to`(
        _ attribute: String, _ value: String, _ masked: String
    ) async throws {
        let (fixture, token) = try await signedIn(attributes: [attribute: value])
        let details = try await fixture.sendCode(for: attribute, token: token)
        #expect(details?.destination == masked && details?.attributeName == attribute)
        #expect(fixture.gatehouse.messages(to: value).first?.kind == "VerifyUserAttribute")
        try await fixture.verify(attribute, token: token)
        #expect(try await fixture.ownAttributes(token: token)[attribute + "_verified"] == "true")
        #expect(try await fault { try await fixture.verify(attribute, token: token) } == .expiredCode)
    }

    @Test func `a code for the phone does not verify the address`() async throws {
        let (fixture, token) = try await signedIn(
            attributes: ["email": "a@example.com", "phone_number": "+12025550123"])
        try await fixture.sendCode(for: "email", token: token)
        try await fixture.sendCode(for: "phone_number", token: token)
        #expect(try await fault { try await fixture.verify("email", token: token) } == .wrongCode)
    }

    @Test func `only addresses and numbers that are there can be proved`() async throws {
        let (fixture, token) = try await signedIn(attributes: ["name": "Alice"])
        for attribute in ["email", "name"] {
            let refusal = try await fault { try await fixture.sendCode(for: attribute, token: token) }
            #expect(refusal?.code == .invalidParameter)
        }
        let refusal = try await fault { try await fixture.verify("name", code: "123456", token: token) }
        #expect(refusal?.code == .invalidParameter)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `codes and guesses are limited by the hour`() async throws {
        let (fixture, token) = try await signedIn(attributes: ["email": "a@example.com"])
        for _ in 0..<5 { try await fixture.sendCode(token: token) }
        #expect(try await fault { try await fixture.sendCode(token: token) } == .attemptLimit)
        let wrong = fixture.wrongCode
        let refusals = try await faults(100) { _ in try await fixture.verify(code: wrong, token: token) }
        #expect(refusals.count { $0 == .wrongCode } == 15)
        #expect(refusals.count { $0 == .attemptLimit } == 85)
        #expect(try await fault { try await fixture.verify(token: token) } == .attemptLimit)
    }

    @Test func `verifying an address takes the alias from the user who had it`() async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request { $0.aliasAttributes = [.email] }, attributes: ["email": "shared@example.com"])
        try await fixture.gatehouse.makeUser(
            "bob", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["email": "shared@example.com", "email_verified": "true"])
        let bob = try await fixture.accessToken("shared@example.com")
        try await fixture.sendCode(token: token)
        try await fixture.verify(token: token)
        let owner = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "shared@example.com"))
        #expect(owner.username == "alice")
        #expect(try await fixture.ownAttributes(token: bob)["email_verified"] == "false")
    }

    @Test(arguments: [false, true])
    func `in an alias pool the old address signs in until the code only if it waits`(_ waits: Bool) async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request {
                $0.aliasAttributes = [.email]
                if waits {
                    $0.userAttributeUpdateSettings = UserAttributeUpdateSettingsType(
                        attributesRequireVerificationBeforeUpdate: [.email])
                }
            },
            attributes: ["email": "old@example.com", "email_verified": "true"])
        try await fixture.update(["email": "new@example.com"], token: token)
        let old = try await fault { _ = try await fixture.tokens("old@example.com") }
        #expect(old == (waits ? nil : .noSuchUser))
        #expect(try await fault { _ = try await fixture.tokens("new@example.com") } == .noSuchUser)
        try await fixture.verify(token: token)
        _ = try await fixture.tokens("new@example.com")
        #expect(try await fault { _ = try await fixture.tokens("old@example.com") } == .noSuchUser)
    }
}
