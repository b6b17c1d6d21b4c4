// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct DeleteUserPoolTests {
    private func delete(_ fixture: PoolFixture) async throws {
        try await fixture.administrator.deleteUserPool(DeleteUserPoolRequest(userPoolId: fixture.poolID))
    }

    @Test func `deleting a pool deletes its clients, users and tokens`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        try await delete(fixture)
        #expect(try await fault { try await delete(fixture) } == .noSuchUserPool(fixture.poolID))
        #expect(try await fault { _ = try await fixture.tokens() } == .noSuchClient(fixture.client.id))
        let refusal = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        }
        #expect(refusal?.code == .notAuthorized)
    }

    @Test func `a protected pool stays until its protection is lifted`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "shop", deletionProtection: .active))
        #expect(
            try await fault { try await delete(fixture) }
                == .invalidParameter(
                    "The user pool cannot be deleted because deletion protection is activated. "
                        + "Deletion protection must be inactivated first."))
        _ = try await fixture.administrator.updateUserPool(
            UpdateUserPoolRequest(userPoolId: fixture.poolID, deletionProtection: .inactive))
        try await delete(fixture)
    }
}
