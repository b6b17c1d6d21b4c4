// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct AppClientTests {
    @Test func `a client has Cognito's defaults and shows its secret to administrators`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        let client = try #require(
            try await fixture.administrator.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
            ).userPoolClient)
        #expect(client.clientId?.count == 26 && client.clientSecret == fixture.client.secret)
        #expect(client.clientSecret?.count == 52 && client.refreshTokenValidity == 30)
        #expect(client.enableTokenRevocation == true && client.authSessionValidity == 3)
        #expect(client.allowedOAuthFlowsUserPoolClient == false)
    }

    @Test func `a client of another pool is not found`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await fixture.gatehouse.makeUserPool()
        let refusal = try await fault {
            _ = try await fixture.administrator.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: other, clientId: fixture.client.id))
        }
        #expect(refusal == .noSuchClient(fixture.client.id))
    }

    @Test func `the pool of a new client must exist`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault {
            _ = try await fixture.administrator.createUserPoolClient(
                CreateUserPoolClientRequest(userPoolId: "us-east-1_None", clientName: "x"))
        }
        #expect(refusal == .noSuchUserPool("us-east-1_None"))
    }

    @Test func `a client in a pool of the lowest tier cannot allow USER_AUTH`() async throws {
        let lowest = PoolFixture.request { $0.userPoolTier = .lite }
        let flows: [ExplicitAuthFlowsType] = [.allowUserAuth, .allowRefreshTokenAuth]
        let created = try await fault {
            _ = try await PoolFixture.make(pool: lowest) { $0.explicitAuthFlows = flows }
        }
        #expect(created?.code == .featureUnavailableInTier)
        let fixture = try await PoolFixture.make(pool: lowest)
        let changed = try await fault {
            _ = try await fixture.administrator.updateUserPoolClient(
                UpdateUserPoolClientRequest(
                    userPoolId: fixture.poolID, clientId: fixture.client.id, explicitAuthFlows: flows))
        }
        #expect(changed?.code == .featureUnavailableInTier)
    }

    @Test(arguments: [(4, TimeUnitsType.minutes), (25, .hours), (2, .days)])
    func `lifetimes out of range are refused`(_ value: Int, _ unit: TimeUnitsType) async throws {
        let refusal = try await fault {
            _ = try await PoolFixture.make {
                $0.accessTokenValidity = value
                $0.tokenValidityUnits = TokenValidityUnitsType(accessToken: unit)
            }
        }
        #expect(refusal == .invalidParameter("Invalid range for token validity."))
    }

    @Test func `a pool has a thousand clients at most`() async throws {
        let fixture = try await PoolFixture.make()
        let now = fixture.gatehouse.clock.now
        try await fixture.anyone.pools.records.store.write { [poolID = fixture.poolID] store in
            for number in 2...AppClientRecord.maximumPerPool {
                let id = "client\(number)"
                try store.insert(
                    AppClientRecord(
                        id: id, poolID: poolID, description: UserPoolClientType(userPoolId: poolID, clientId: id),
                        secrets: [], createdAt: now, modifiedAt: now))
            }
        }
        let request = CreateUserPoolClientRequest(userPoolId: fixture.poolID, clientName: "one more")
        let refusal = try await fault { _ = try await fixture.administrator.createUserPoolClient(request) }
        #expect(refusal?.code == .limitExceeded)
        try await fixture.administrator.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: fixture.poolID, clientId: "client7"))
        _ = try await fixture.administrator.createUserPoolClient(request)
    }

    @Test func `old and new names of flows do not mix`() async throws {
        let refusal = try await fault {
            _ = try await PoolFixture.make { $0.explicitAuthFlows = [.userPasswordAuth, .allowUserSrpAuth] }
        }
        #expect(refusal?.code == .invalidParameter)
    }
}
