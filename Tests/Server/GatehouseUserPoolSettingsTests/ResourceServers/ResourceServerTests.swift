// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct ResourceServerTests {
    private static let read = ResourceServerScopeType(scopeName: "read", scopeDescription: "Reads all orders.")
    private static let write = ResourceServerScopeType(scopeName: "write", scopeDescription: "Writes orders.")

    @discardableResult
    private func create(
        _ identifier: String = "https://api.example.com/orders", scopes: [ResourceServerScopeType]? = [Self.read],
        in fixture: PoolFixture
    ) async throws -> ResourceServerType {
        try await fixture.administrator.createResourceServer(
            CreateResourceServerRequest(
                userPoolId: fixture.poolID, identifier: identifier, name: "Orders", scopes: scopes)
        ).resourceServer
    }

    private func described(_ identifier: String, in fixture: PoolFixture) async throws -> ResourceServerType {
        try await fixture.administrator.describeResourceServer(
            DescribeResourceServerRequest(userPoolId: fixture.poolID, identifier: identifier)
        ).resourceServer
    }

    private func setScopes(_ scopes: [String], of fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.updateUserPoolClient(
            UpdateUserPoolClientRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, allowedOAuthScopes: scopes))
    }

    @Test func `a resource server is found by its identifier and in the list`() async throws {
        let fixture = try await PoolFixture.make()
        let server = try await create(in: fixture)
        #expect(server.userPoolId == fixture.poolID && server.scopes == [Self.read] && server.managedBy == nil)
        #expect(try await described("https://api.example.com/orders", in: fixture) == server)
        let plain = try await create("plain", scopes: nil, in: fixture)
        #expect(plain.scopes == [])
        let list = try await fixture.administrator.listResourceServers(
            ListResourceServersRequest(userPoolId: fixture.poolID, maxResults: 1))
        #expect(list.resourceServers == [server])
        let rest = try await fixture.administrator.listResourceServers(
            ListResourceServersRequest(userPoolId: fixture.poolID, nextToken: list.nextToken))
        #expect(rest.resourceServers == [plain] && rest.nextToken == nil)
    }

    @Test func `a pool has one resource server for each identifier`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("orders", in: fixture)
        #expect(
            try await fault { try await create("orders", in: fixture) }
                == .invalidParameter("orders already exists in user pool \(fixture.poolID)."))
        try await create("orders", in: try await PoolFixture.make(on: fixture.gatehouse))
    }

    @Test func `the scopes of a resource server have different names`() async throws {
        let fixture = try await PoolFixture.make()
        let twice = [Self.read, ResourceServerScopeType(scopeName: "read", scopeDescription: "Again.")]
        #expect(try await fault { try await create(scopes: twice, in: fixture) }?.code == .invalidParameter)
        try await create("orders", in: fixture)
        let update = UpdateResourceServerRequest(
            userPoolId: fixture.poolID, identifier: "orders", name: "Orders", scopes: twice)
        #expect(
            try await fault { _ = try await fixture.administrator.updateResourceServer(update) }?.code
                == .invalidParameter)
        #expect(try await described("orders", in: fixture).scopes == [Self.read])
    }

    @Test func `an update replaces name and scopes`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("orders", in: fixture)
        var request = UpdateResourceServerRequest(
            userPoolId: fixture.poolID, identifier: "orders", name: "All orders", scopes: [Self.write])
        let changed = try await fixture.administrator.updateResourceServer(request).resourceServer
        #expect(changed.name == "All orders" && changed.scopes == [Self.write])
        #expect(try await described("orders", in: fixture) == changed)
        request.scopes = nil
        #expect(try await fixture.administrator.updateResourceServer(request).resourceServer.scopes == [])
    }

    @Test func `unknown resource servers and those of another pool are not found`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await create("orders", in: other)
        let missing = ServiceFault(.resourceNotFound, "Resource server orders does not exist.")
        let service = fixture.administrator
        #expect(try await fault { _ = try await described("orders", in: fixture) } == missing)
        let update = UpdateResourceServerRequest(userPoolId: fixture.poolID, identifier: "orders", name: "x")
        #expect(try await fault { _ = try await service.updateResourceServer(update) } == missing)
        let removal = DeleteResourceServerRequest(userPoolId: fixture.poolID, identifier: "orders")
        #expect(try await fault { try await service.deleteResourceServer(removal) } == missing)
        try await service.deleteResourceServer(
            DeleteResourceServerRequest(userPoolId: other.poolID, identifier: "orders"))
        #expect(try await fault { _ = try await described("orders", in: other) } == missing)
        let noPool = CreateResourceServerRequest(userPoolId: "us-east-1_None", identifier: "a", name: "a")
        #expect(
            try await fault { _ = try await service.createResourceServer(noPool) } == .noSuchUserPool("us-east-1_None"))
    }

    @Test func `a pool has at most 25 resource servers`() async throws {
        let fixture = try await PoolFixture.make()
        for number in 0..<25 { try await create("server\(number)", in: fixture) }
        #expect(try await fault { try await create(in: fixture) }?.code == .limitExceeded)
    }

    @Test func `a client may have the scopes of resource servers, and no others`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await create("https://api.example.com/orders", in: fixture)
        try await create("foreign", in: other)
        try await setScopes(["openid", "https://api.example.com/orders/read"], of: fixture)
        for scope in [
            "https://api.example.com/orders/write", "https://api.example.com/orders", "orders/read", "read", "/read",
            "foreign/read", "https://api.example.com/orders//read", "https://api.example.com/orders/READ",
        ] {
            #expect(
                try await fault { try await setScopes(["openid", scope], of: fixture) }
                    == ServiceFault(.scopeDoesNotExist, "Invalid scope requested: \(scope)"))
        }
        let creation = CreateUserPoolClientRequest(
            userPoolId: fixture.poolID, clientName: "machine", generateSecret: true,
            allowedOAuthFlows: [.clientCredentials], allowedOAuthScopes: ["https://api.example.com/orders/read"],
            allowedOAuthFlowsUserPoolClient: true)
        _ = try await fixture.administrator.createUserPoolClient(creation)
    }

    @Test func `a client keeps a scope that was removed, and cannot get it again`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("orders", in: fixture)
        try await setScopes(["orders/read"], of: fixture)
        try await fixture.administrator.deleteResourceServer(
            DeleteResourceServerRequest(userPoolId: fixture.poolID, identifier: "orders"))
        let client = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        #expect(client.userPoolClient?.allowedOAuthScopes == ["orders/read"])
        #expect(
            try await fault { try await setScopes(["orders/read"], of: fixture) }?.code == .scopeDoesNotExist)
    }
}
