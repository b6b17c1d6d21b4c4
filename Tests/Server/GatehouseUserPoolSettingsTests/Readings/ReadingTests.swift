// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// What readings contain, member by member of the service model.
@Suite(.hangLimit) struct ReadingTests {
    @Test(arguments: ReadService.allCases)
    func `each member of each structure that answers can contain has one decision`(_ service: ReadService) throws {
        let table = try ReadingTable(of: service)
        let structures = table.reachable(from: try table.operations().values)
        for name in structures {
            let row = try #require(table.decision(on: name), "\(service.document) lacks \(name).")
            let members = Set((table.members(of: name) ?? [:]).keys)
            #expect(row.always.union(row.whenSet).union(row.never) == members, "\(name)")
            #expect(row.always.count + row.whenSet.count + row.never.count == members.count, "\(name)")
        }
        #expect(Set(table.rows.keys).isSubset(of: structures))
    }

    @Test(arguments: ReadService.allCases)
    func `answers contain a member always, when it is set or never, as the table says`(
        _ service: ReadService
    ) async throws {
        let table = try ReadingTable(of: service)
        let operations = try table.operations()
        let answers = try await service.samples()
        #expect(Set(answers.map(\.operation)) == Set(operations.keys))
        var counts: [String: [WireName: ReadingTable.Count]] = [:]
        for answer in answers {
            table.count(answer.value, as: try #require(operations[answer.operation]), in: &counts)
        }
        for name in table.reachable(from: operations.values) {
            let seen = try #require(counts[name], "No sample has a \(name).")
            let row = try #require(table.decision(on: name))
            for (member, count) in seen {
                if row.always.contains(member) { #expect(count.absent == 0, "\(name).\(member) is absent.") }
                if row.never.contains(member) { #expect(count.present == 0, "\(name).\(member) is present.") }
                guard row.whenSet.contains(member), !["NextToken", "PaginationToken"].contains(member) else { continue }
                #expect(count.present > 0, "\(name).\(member) is never present.")
                #expect(count.absent > 0, "\(name).\(member) is never absent.")
            }
        }
    }

    @Test func `a client's lists come back in alphabetical order`() async throws {
        let fixture = try await PoolFixture.make()
        let lists: [WireName: [WireValue]] = [
            "CallbackURLs": ["myapp://in", "https://b.example.com/", "https://a.example.com/"],
            "LogoutURLs": ["https://b.example.com/", "https://a.example.com/"],
            "AllowedOAuthScopes": ["profile", "openid", "email"], "AllowedOAuthFlows": ["implicit", "code"],
            "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
            "ReadAttributes": ["phone_number", "email", "name"], "WriteAttributes": ["name", "email"],
        ]
        var request = lists.mapValues { WireValue.array($0) }
        request["ClientName"] = "ordered"
        request["UserPoolId"] = .string(fixture.poolID)
        request["DefaultRedirectURI"] = "myapp://in"
        let made = try await fixture.perform("CreateUserPoolClient", .object(request))["UserPoolClient"]
        request["ClientId"] = made?["ClientId"]
        let changed = try await fixture.perform("UpdateUserPoolClient", .object(request))["UserPoolClient"]
        let read = try await fixture.perform(
            "DescribeUserPoolClient",
            .object(
                request.filter {
                    ["UserPoolId", "ClientId"].contains($0.key)
                }))["UserPoolClient"]
        for (name, values) in lists {
            let sorted = values.compactMap(\.stringValue).sorted().map { WireValue.string($0) }
            for reading in [made, changed, read] { #expect(reading?[name.text] == .array(sorted), "\(name)") }
        }
    }

    @Test func `a resource server's scopes come back in the order of their names`() async throws {
        let fixture = try await PoolFixture.make()
        let scopes = ["write", "admin", "read"].map { ResourceServerScopeType(scopeName: $0, scopeDescription: $0) }
        let service = fixture.administrator
        let made = try await service.createResourceServer(
            CreateResourceServerRequest(
                userPoolId: fixture.poolID, identifier: "orders", name: "Orders", scopes: scopes))
        let read = try await service.describeResourceServer(
            DescribeResourceServerRequest(userPoolId: fixture.poolID, identifier: "orders"))
        let list = try await service.listResourceServers(ListResourceServersRequest(userPoolId: fixture.poolID))
        let changed = try await service.updateResourceServer(
            UpdateResourceServerRequest(
                userPoolId: fixture.poolID, identifier: "orders", name: "Orders", scopes: scopes))
        for server in [made.resourceServer, read.resourceServer, changed.resourceServer] + list.resourceServers {
            #expect(server.scopes?.map(\.scopeName) == ["admin", "read", "write"])
        }
    }

    @Test func `disabled rotation has a grace period of 0`() async throws {
        let fixture = try await PoolFixture.make {
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .disabled)
        }
        let client = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
        ).userPoolClient
        #expect(client?.refreshTokenRotation?.retryGracePeriodSeconds == 0)
    }
}
