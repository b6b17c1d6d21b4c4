// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ClientProvidersTests {
    private func client(
        _ fixture: PoolFixture, _ providers: [String]?
    ) async throws -> UserPoolClientType? {
        try await fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: fixture.poolID, clientName: "app", supportedIdentityProviders: providers)
        ).userPoolClient
    }

    private func described(_ fixture: PoolFixture, _ id: String?) async throws -> UserPoolClientType? {
        try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: id ?? "")
        ).userPoolClient
    }

    @Test func `a client offers providers that its own pool has`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await other.createProvider()
        let missing = { (name: String) in
            ServiceFault.invalidParameter("The provider \(name) does not exist for User Pool \(fixture.poolID).")
        }
        #expect(try await fault { _ = try await client(fixture, ["COGNITO", "Google"]) } == missing("Google"))
        try await fixture.createProvider()
        let made = try await client(fixture, ["COGNITO", "Google"])
        #expect(made?.supportedIdentityProviders == ["COGNITO", "Google"])
        let update = UpdateUserPoolClientRequest(
            userPoolId: fixture.poolID, clientId: made?.clientId ?? "", supportedIdentityProviders: ["google"])
        #expect(
            try await fault { _ = try await fixture.administrator.updateUserPoolClient(update) } == missing("google"))
        #expect(try await described(fixture, made?.clientId)?.supportedIdentityProviders == ["COGNITO", "Google"])
    }

    @Test func `a provider that is deleted leaves the clients of its pool only`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        for pool in [fixture, other] { try await pool.createProvider() }
        let offering = try await client(fixture, ["Google", "COGNITO"])
        let plain = try await client(fixture, ["COGNITO"])
        let foreign = try await client(other, ["Google"])
        fixture.gatehouse.clock.advance(by: 60)
        try await fixture.deleteProvider()
        let changed = try await described(fixture, offering?.clientId)
        #expect(changed?.supportedIdentityProviders == ["COGNITO"])
        #expect(changed?.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(try await described(fixture, plain?.clientId) == plain)
        #expect(try await described(other, foreign?.clientId)?.supportedIdentityProviders == ["Google"])
        // One that gets its name later is not offered without a new decision.
        try await fixture.createProvider()
        #expect(try await described(fixture, offering?.clientId)?.supportedIdentityProviders == ["COGNITO"])
    }
}
