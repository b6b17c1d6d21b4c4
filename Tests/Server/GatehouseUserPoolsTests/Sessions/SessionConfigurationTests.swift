// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct SessionConfigurationTests {
    private func configuration(_ fixture: PoolFixture) async throws -> GetUserPoolSessionConfigurationResponse {
        try await fixture.administrator.getUserPoolSessionConfiguration(
            GetUserPoolSessionConfigurationRequest(userPoolId: fixture.poolID))
    }

    private func minutes(_ fixture: PoolFixture) async throws -> Int? {
        try await fixture.administrator.getUserPoolClientSessionConfiguration(
            GetUserPoolClientSessionConfigurationRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
        ).ssoSession?.maxValidityMinutes
    }

    @Test func `a new pool does not track sessions, and allows twenty for each user`() async throws {
        let found = try await configuration(PoolFixture.make())
        #expect(found.userSessionTracking == .disabled && found.tokenSession?.maxPerUser == 20)
    }

    @Test func `a session configuration is kept when the pool is updated`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.trackSessions(maximum: 7)
        _ = try await fixture.administrator.updateUserPool(UpdateUserPoolRequest(userPoolId: fixture.poolID))
        let found = try await configuration(fixture)
        #expect(found.userSessionTracking == .enabled && found.tokenSession?.maxPerUser == 7)
        try await fixture.trackSessions(.disabled, maximum: 9)
        let later = try await configuration(fixture)
        #expect(later.userSessionTracking == .disabled && later.tokenSession?.maxPerUser == 9)
    }

    @Test func `with session tracking off, a sign-in makes no session and none is listed`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.trackSessions()
        _ = try await fixture.tokens()
        try await fixture.trackSessions(.disabled)
        let token = try await fixture.accessToken()
        let listed = try await fixture.anyone.listUserSessions(ListUserSessionsRequest(accessToken: token))
        #expect(listed.sessions == [])
        let (poolID, now) = (fixture.poolID, fixture.gatehouse.clock.now)
        let rows = try await fixture.anyone.records.read {
            let user = try $0.existingUser("alice", in: $0.existingPool(poolID))
            return try $0.userSessions(ofUser: user.sub, inPool: poolID, at: now)
        }
        #expect(rows.count == 1)
    }

    @Test func `a client's setting is an hour at first, kept, and survives an update`() async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await minutes(fixture) == 60)
        _ = try await fixture.administrator.setUserPoolClientSessionConfiguration(
            SetUserPoolClientSessionConfigurationRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id,
                ssoSession: ClientSSOSessionConfigType(maxValidityMinutes: 0)))
        _ = try await fixture.administrator.updateUserPoolClient(
            UpdateUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        #expect(try await minutes(fixture) == 0)
    }

    @Test func `pools and clients that are not there are a fault`() async throws {
        let fixture = try await PoolFixture.make()
        let unknownPool = try await fault {
            _ = try await fixture.administrator.getUserPoolSessionConfiguration(
                GetUserPoolSessionConfigurationRequest(userPoolId: "us-east-1_None"))
        }
        #expect(unknownPool == .noSuchUserPool("us-east-1_None"))
        let unknownClient = try await fault {
            _ = try await fixture.administrator.getUserPoolClientSessionConfiguration(
                GetUserPoolClientSessionConfigurationRequest(userPoolId: fixture.poolID, clientId: "none"))
        }
        #expect(unknownClient == .noSuchClient("none"))
    }
}
