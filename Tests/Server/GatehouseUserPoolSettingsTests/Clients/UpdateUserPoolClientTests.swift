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

@Suite struct UpdateUserPoolClientTests {
    private func update(
        _ fixture: PoolFixture, changing change: (inout UpdateUserPoolClientRequest) -> Void
    ) async throws -> UserPoolClientType? {
        var request = UpdateUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
        change(&request)
        return try await fixture.administrator.updateUserPoolClient(request).userPoolClient
    }

    @Test func `an update keeps the name, the secret and what protects users, and resets the rights`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true) {
            $0.accessTokenValidity = 2
            $0.refreshTokenValidity = 2
            $0.preventUserExistenceErrors = .enabled
            $0.enableTokenRevocation = false
            $0.readAttributes = ["email"]
        }
        fixture.gatehouse.clock.advance(by: 60)
        let updated = try await update(fixture) { $0.idTokenValidity = 3 }
        #expect(updated?.accessTokenValidity == nil && updated?.idTokenValidity == 3)
        #expect(updated?.readAttributes == nil && updated?.preventUserExistenceErrors == .enabled)
        #expect(updated?.explicitAuthFlows == nil && updated?.refreshTokenValidity == 2)
        #expect(updated?.enableTokenRevocation == false)
        #expect(updated?.clientName == "test" && updated?.clientSecret == fixture.client.secret)
        #expect(updated?.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(updated?.creationDate == fixture.gatehouse.clock.now.addingTimeInterval(-60))
        let described = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        #expect(described.userPoolClient == updated)
    }

    @Test func `an update without OAuth's members turns OAuth off`() async throws {
        let fixture = try await PoolFixture.make {
            $0.allowedOAuthFlowsUserPoolClient = true
            ($0.allowedOAuthFlows, $0.allowedOAuthScopes) = ([.code], ["openid"])
            $0.callbackURLs = ["https://example.com/in"]
        }
        let updated = try await update(fixture) { $0.idTokenValidity = 3 }
        #expect(updated?.allowedOAuthFlowsUserPoolClient == false && updated?.callbackURLs == nil)
        #expect(updated?.allowedOAuthFlows == nil && updated?.allowedOAuthScopes == nil)
    }

    @Test func `a kept lifetime keeps its unit, and a new one without a unit has days`() async throws {
        let fixture = try await PoolFixture.make {
            $0.refreshTokenValidity = 90
            $0.tokenValidityUnits = TokenValidityUnitsType(refreshToken: .minutes)
        }
        let kept = try await update(fixture) { $0.tokenValidityUnits = TokenValidityUnitsType(idToken: .minutes) }
        #expect(kept?.refreshTokenValidity == 90 && kept?.tokenValidityUnits?.refreshToken == .minutes)
        #expect(kept?.tokenValidityUnits?.idToken == .minutes)
        let new = try await update(fixture) { $0.refreshTokenValidity = 90 }
        #expect(new?.refreshTokenValidity == 90 && new?.tokenValidityUnits?.refreshToken == nil)
    }

    @Test func `a flow that was closed is closed at once`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        _ = try await fixture.tokens()
        _ = try await update(fixture) { $0.explicitAuthFlows = [.allowUserSrpAuth] }
        #expect(
            try await fault { _ = try await fixture.tokens() }
                == ServiceFault(.invalidParameter, "USER_PASSWORD_AUTH flow not enabled for this client"))
    }

    @Test func `settings that contradict each other change nothing`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault { _ = try await update(fixture) { $0.accessTokenValidity = 25 } }
        #expect(refusal == .invalidParameter("Invalid range for token validity."))
        try await fixture.makeUser()
        _ = try await fixture.tokens()
    }

    @Test func `a client of another pool cannot be changed or deleted`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await fixture.gatehouse.makeUserPool()
        let refusals = [
            try await fault { _ = try await update(fixture) { $0.userPoolId = other } },
            try await fault {
                try await fixture.administrator.deleteUserPoolClient(
                    DeleteUserPoolClientRequest(userPoolId: other, clientId: fixture.client.id))
            },
        ]
        #expect(refusals == [.noSuchClient(fixture.client.id), .noSuchClient(fixture.client.id)])
    }

    @Test func `deleting a client ends its tokens`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        try await fixture.administrator.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        #expect(try await fault { _ = try await fixture.tokens() } == .noSuchClient(fixture.client.id))
        let refusal = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        }
        #expect(refusal?.code == .notAuthorized)
    }

    @Test func `clients come in pages, without secrets`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        let service = fixture.administrator
        for name in ["a", "b"] {
            _ = try await service.createUserPoolClient(
                CreateUserPoolClientRequest(userPoolId: fixture.poolID, clientName: name))
        }
        var request = ListUserPoolClientsRequest(userPoolId: fixture.poolID, maxResults: 2)
        let first = try await service.listUserPoolClients(request)
        request.nextToken = first.nextToken
        let second = try await service.listUserPoolClients(request)
        let names = ((first.userPoolClients ?? []) + (second.userPoolClients ?? [])).compactMap(\.clientName)
        #expect(names.sorted() == ["a", "b", "test"] && second.nextToken == nil)
    }
}
