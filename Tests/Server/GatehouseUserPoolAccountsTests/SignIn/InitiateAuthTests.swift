// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct InitiateAuthTests {
    @Test func `the right password in the clear gives tokens`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        #expect(try await fixture.tokens().refreshToken != nil)
    }

    @Test func `a flow that the client does not list is refused with Cognito's error text`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [.allowRefreshTokenAuth] }
        try await fixture.makeUser()
        let password = try await fault { _ = try await fixture.signInWithPassword() }
        #expect(password?.message == "USER_PASSWORD_AUTH flow not enabled for this client")
        let srp = try await fault { _ = try await SRPConversation(fixture: fixture, username: "alice").begin() }
        #expect(srp?.message == "USER_SRP_AUTH is not enabled for the client.")
    }

    @Test(arguments: ["USERNAME", "PASSWORD"])
    func `a missing parameter is named`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        var parameters = ["USERNAME": "alice", "PASSWORD": PoolFixture.password]
        parameters[name] = nil
        let request = InitiateAuthRequest(
            authFlow: .userPasswordAuth, authParameters: parameters, clientId: fixture.client.id)
        #expect(
            try await fault { _ = try await fixture.anyone.initiateAuth(request) } == .missingParameter(name))
    }

    @Test func `an unknown client is named`() async throws {
        let fixture = try await PoolFixture.make()
        let request = InitiateAuthRequest(
            authFlow: .userPasswordAuth, authParameters: ["USERNAME": "a", "PASSWORD": "b"], clientId: "nobody")
        let refusal = try await fault { _ = try await fixture.anyone.initiateAuth(request) }
        #expect(refusal == .noSuchClient("nobody"))
    }

    @Test func `a client with a secret must prove that it knows it`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        var parameters = ["USERNAME": "alice", "PASSWORD": PoolFixture.password]
        let id = fixture.client.id
        func refusal() async throws -> ServiceFault? {
            let request = InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: parameters, clientId: id)
            return try await fault { _ = try await fixture.anyone.initiateAuth(request) }
        }
        #expect(
            try await refusal()?.message
                == "Client \(id) is configured with secret but SECRET_HASH was not received")
        parameters["SECRET_HASH"] = fixture.hash("bob")
        #expect(try await refusal()?.message == "Unable to verify secret hash for client \(id)")
    }

    @Test func `the user's state wins over a wrong password`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let refusal = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        #expect(refusal == .unconfirmedUser)
    }

    @Test func `flows that need AWS credentials are refused`() async throws {
        let fixture = try await PoolFixture.make()
        let request = InitiateAuthRequest(
            authFlow: .adminUserPasswordAuth, authParameters: ["USERNAME": "a"], clientId: fixture.client.id)
        let refusal = try await fault { _ = try await fixture.anyone.initiateAuth(request) }
        #expect(refusal == .invalidParameter("Initiate Auth method not supported."))
    }

    @Test func `names that differ in case are one name in a pool that says so`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", usernameConfiguration: UsernameConfigurationType(caseSensitive: false)))
        try await fixture.makeUser()
        _ = try await fixture.tokens("ALICE")
        let answer = try await SRPConversation(fixture: fixture, username: "Alice").run(
            password: PoolFixture.password)
        #expect(answer.authenticationResult != nil)
    }
}
