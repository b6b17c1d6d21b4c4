// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ClientSecretRotationTests {
    private func add(_ fixture: PoolFixture, _ secret: String? = nil) async throws -> ClientSecretDescriptorType? {
        try await fixture.administrator.addUserPoolClientSecret(
            AddUserPoolClientSecretRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, clientSecret: secret)
        ).clientSecretDescriptor
    }

    private func secrets(_ fixture: PoolFixture) async throws -> [ClientSecretDescriptorType] {
        try await fixture.administrator.listUserPoolClientSecrets(
            ListUserPoolClientSecretsRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
        ).clientSecrets ?? []
    }

    private func delete(_ id: String?, _ fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.deleteUserPoolClientSecret(
            DeleteUserPoolClientSecretRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, clientSecretId: id ?? ""))
    }

    private func signIn(_ fixture: PoolFixture, with secret: String?) async throws {
        let other = PoolFixture(
            gatehouse: fixture.gatehouse, poolID: fixture.poolID, client: (id: fixture.client.id, secret: secret))
        _ = try await other.tokens()
    }

    @Test func `apps change over while both secrets are good, and the old one ends with its deletion`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let old = try await secrets(fixture)
        let new = try #require(try await add(fixture))
        #expect(new.clientSecretValue?.count == 52 && new.clientSecretId != old.first?.clientSecretId)
        for secret in [fixture.client.secret, new.clientSecretValue] { try await signIn(fixture, with: secret) }
        let listed = try await secrets(fixture)
        #expect(listed.count == 2 && listed.allSatisfy { $0.clientSecretValue == nil })
        try await delete(old.first?.clientSecretId, fixture)
        try await signIn(fixture, with: new.clientSecretValue)
        let refusal = try await fault { try await signIn(fixture, with: fixture.client.secret) }
        #expect(refusal?.message == "Unable to verify secret hash for client \(fixture.client.id)")
    }

    @Test func `a secret that the caller chooses is not returned`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let own = "an_own_secret_of_24_letters"
        #expect(try await add(fixture, own)?.clientSecretValue == nil)
        try await signIn(fixture, with: own)
    }

    @Test func `a client has two secrets at most and keeps its last one`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        _ = try await add(fixture)
        #expect(try await fault { _ = try await add(fixture) }?.code == .limitExceeded)
        #expect(try await fault { try await delete("none", fixture) }?.code == .resourceNotFound)
        let ids = try await secrets(fixture).map(\.clientSecretId)
        try await delete(ids[0], fixture)
        #expect(try await fault { try await delete(ids[1], fixture) }?.code == .invalidParameter)
    }

    @Test func `a client that was made without a secret gets none`() async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await fault { _ = try await add(fixture) }?.code == .invalidParameter)
        #expect(try await secrets(fixture).isEmpty)
    }
}
