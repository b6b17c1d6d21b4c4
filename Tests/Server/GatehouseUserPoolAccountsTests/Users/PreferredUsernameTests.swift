// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// A preferred user name needs no proof, so that a user must not be able to take it from its owner.
@Suite struct PreferredUsernameTests {
    /// The calls that make a user's names active by a code.
    enum Door: CaseIterable, Sendable {
        case confirmSignUp, confirmForgotPassword, verifyUserAttribute
    }

    /// The name of the victim that the attacker writes into an attribute.
    enum Target: CaseIterable, Sendable {
        case preferredName, username, sub
    }

    private static let taken = ServiceFault(
        .aliasExists, "An account with the preferred_username already exists.")

    private func fixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.aliasAttributes = [.email, .preferredUsername] })
        try await fixture.gatehouse.makeUser(
            "victim", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["email": "v@example.com", "email_verified": "true", "preferred_username": "vic"])
        return fixture
    }

    private func attribute(_ name: String, of username: String, in fixture: PoolFixture) async throws -> String? {
        try await fixture.user(username).userAttributes?.first { $0.name == name }?.value
    }

    private func signUp(
        _ username: String, email: String, preferred: String, in fixture: PoolFixture
    ) async throws {
        _ = try await fixture.anyone.signUp(
            SignUpRequest(
                clientId: fixture.client.id, username: username, password: PoolFixture.password,
                userAttributes: [
                    AttributeType(name: "email", value: email),
                    AttributeType(name: "preferred_username", value: preferred),
                ]))
    }

    private func confirm(_ username: String, forced: Bool, in fixture: PoolFixture) async throws {
        _ = try await fixture.anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: fixture.client.id, username: username, confirmationCode: fixture.newestCode,
                forceAliasCreation: forced))
    }

    /// Writes a name that the user does not have into the user's row, as rows of earlier versions may have it.
    private func write(_ name: String, into username: String, in fixture: PoolFixture) async throws {
        try await fixture.gatehouse.installation.userPools.records.write { store in
            var user = try store.existingUser(username, in: try store.existingPool(fixture.poolID))
            user.attributes["preferred_username"] = name
            try store.update(user)
        }
    }

    @Test(arguments: ["vic", "free"])
    func `a sign-up with a preferred user name is refused where that is an alias`(_ name: String) async throws {
        let fixture = try await fixture()
        let refusal = try await fault {
            try await signUp("mallory", email: "m@example.com", preferred: name, in: fixture)
        }
        #expect(refusal?.code == .invalidParameter && refusal?.message.contains("preferred_username") == true)
        #expect(try await fixture.user("vic").username == "victim")
        #expect(try await fault { _ = try await fixture.user("mallory") } == .noSuchUser)
    }

    @Test func `a preferred user name that is not an alias is an ordinary attribute`() async throws {
        let fixture = try await PoolFixture.make()
        try await signUp("alice", email: "a@example.com", preferred: "al", in: fixture)
        #expect(try await attribute("preferred_username", of: "alice", in: fixture) == "al")
    }

    @Test(arguments: Door.allCases, Target.allCases)
    func `no code verifies an address that is another user's name`(_ door: Door, _ target: Target) async throws {
        let fixture = try await fixture()
        let victim = try await fixture.user("victim")
        let name =
            switch target {
            case .preferredName: "vic"
            case .username: "victim"
            case .sub: try #require(victim.userAttributes?.first { $0.name == "sub" }?.value)
            }
        if door == .confirmSignUp {
            try await fixture.signUp("mallory", email: "m@example.com")
        } else {
            try await fixture.makeUser("mallory")
        }
        let refusal: ServiceFault?
        switch door {
        case .confirmSignUp:
            try await write(name, into: "mallory", in: fixture)
            refusal = try await fault { try await confirm("mallory", forced: true, in: fixture) }
        case .confirmForgotPassword:
            try await write(name, into: "mallory", in: fixture)
            try await fixture.forgotPassword("mallory")
            refusal = try await fault { try await fixture.confirmForgotPassword("mallory") }
        case .verifyUserAttribute:
            let token = try await fixture.accessToken("mallory")
            try await fixture.sendCode(token: token)
            try await write(name, into: "mallory", in: fixture)
            refusal = try await fault { try await fixture.verify(token: token) }
        }
        #expect(refusal == Self.taken)
        #expect(try await fixture.user(name) == victim)
    }

    @Test func `an administrator's force moves addresses and no preferred names`() async throws {
        let fixture = try await fixture()
        let request = AdminCreateUserRequest(
            userPoolId: fixture.poolID, username: "mallory",
            userAttributes: [AttributeType(name: "preferred_username", value: "vic")], forceAliasCreation: true,
            messageAction: .suppress)
        let refusal = try await fault { _ = try await fixture.administrator.adminCreateUser(request) }
        #expect(refusal?.code == .aliasExists)
        #expect(try await fixture.user("vic").username == "victim")
    }

    @Test func `a preferred user name that looks like an address is removed when another user verifies the address`()
        async throws
    {
        let fixture = try await fixture()
        try await fixture.gatehouse.makeUser(
            "squatter", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["preferred_username": "alice@example.com"])
        try await fixture.signUp()
        #expect(try await fault { try await confirm("alice", forced: false, in: fixture) }?.code == .aliasExists)
        try await confirm("alice", forced: true, in: fixture)
        #expect(try await fixture.user("alice@example.com").username == "alice")
        let names = try await fixture.user("squatter").userAttributes?.map(\.name)
        #expect(names == ["sub"])
    }
}
