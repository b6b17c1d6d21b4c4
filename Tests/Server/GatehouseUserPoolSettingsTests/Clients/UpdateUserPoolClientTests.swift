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

    @Test func `a member that an update omits gets the default, but for name and secret`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true) {
            $0.accessTokenValidity = 2
            $0.preventUserExistenceErrors = .enabled
            $0.readAttributes = ["email"]
        }
        fixture.gatehouse.clock.advance(by: 60)
        let updated = try await update(fixture) { $0.idTokenValidity = 3 }
        #expect(updated?.accessTokenValidity == nil && updated?.idTokenValidity == 3)
        #expect(updated?.readAttributes == nil && updated?.preventUserExistenceErrors == nil)
        #expect(updated?.explicitAuthFlows == nil && updated?.refreshTokenValidity == 30)
        #expect(updated?.clientName == "test" && updated?.clientSecret == fixture.client.secret)
        #expect(updated?.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(updated?.creationDate == fixture.gatehouse.clock.now.addingTimeInterval(-60))
        let described = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        #expect(described.userPoolClient == updated)
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
