// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct ListUsersTests {
    private func fixture(_ names: [String]) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        for name in names { try await fixture.makeUser(name) }
        return fixture
    }

    private func names(_ fixture: PoolFixture, filter: String?) async throws -> [String] {
        let answer = try await fixture.administrator.listUsers(
            ListUsersRequest(userPoolId: fixture.poolID, filter: filter))
        return (answer.users ?? []).compactMap(\.username).sorted()
    }

    @Test func `pages hold every user once, also while users come and go`() async throws {
        let fixture = try await fixture((0..<7).map { "user\($0)" })
        var seen: [String] = []
        var token: String?
        repeat {
            let page = try await fixture.administrator.listUsers(
                ListUsersRequest(userPoolId: fixture.poolID, limit: 3, paginationToken: token))
            seen += (page.users ?? []).compactMap(\.username)
            token = page.paginationToken
            if seen.count == 3 { try await fixture.makeUser("late") }
        } while token != nil
        #expect(Set(seen).isSuperset(of: (0..<7).map { "user\($0)" }))
        #expect(seen.count == Set(seen).count)
    }

    @Test(arguments: [
        (#"username = "ada""#, ["ada"]), (#"username ^= "ad""#, ["ada", "adam"]), (#"username = "ADA""#, []),
        (#"email = "ADA@example.com""#, ["ada"]), (#"email^="bob""#, ["bob"]),
        (#"cognito:user_status = "confirmed""#, ["ada", "adam", "bob"]),
        (#"status = "Enabled""#, ["ada", "adam", "bob"]),
        (#"status = "Disabled""#, []), ("", ["ada", "adam", "bob"]),
    ])
    func `a filter lists exactly the matching users`(_ filter: String, _ expected: [String]) async throws {
        let fixture = try await fixture(["ada", "adam", "bob"])
        #expect(try await names(fixture, filter: filter) == expected)
    }

    @Test(arguments: [
        ("email", "Error while parsing filter"), ("email = ada", "Error while parsing filter"),
        (#"email = "a" and name = "b""#, "Error while parsing filter"), (#"email = "a"#, "Error while parsing filter"),
        (#"email = "a\"#, "Error while parsing filter"), (#"= "a""#, "Error while parsing filter"),
        (#"custom:x = "a""#, "Invalid search attribute: custom:x"),
    ])
    func `a filter that means nothing is refused`(_ filter: String, _ message: String) async throws {
        let fixture = try await fixture([])
        let refusal = try await fault { _ = try await names(fixture, filter: filter) }
        #expect(refusal == .invalidParameter(message))
    }

    @Test func `only the requested attributes are listed, and an unknown attribute is refused`() async throws {
        let fixture = try await fixture(["ada"])
        func names(_ wanted: [String]) async throws -> [String]? {
            try await fixture.administrator.listUsers(
                ListUsersRequest(userPoolId: fixture.poolID, attributesToGet: wanted)
            ).users?.first?.attributes?.map(\.name)
        }
        #expect(try await names(["email", "name"]) == ["email"])
        #expect(try await names(["sub"]) == ["sub"])
        let refusal = try await fault { _ = try await names(["email", "custom:x"]) }
        #expect(
            refusal == .invalidParameter("Invalid AttributesToGet: custom:x is not an attribute of the user pool."))
    }

    @Test func `quotes in a value are escaped`() throws {
        #expect(
            try UserFilter(parsing: #"name = "a \"b\" c""#)
                == UserFilter(field: .name, comparison: .equals, value: #"a "b" c"#))
    }

    @Test func `only the requested attributes that a user has are listed`() async throws {
        let fixture = try await fixture(["ada"])
        let answer = try await fixture.administrator.listUsers(
            ListUsersRequest(userPoolId: fixture.poolID, attributesToGet: ["email", "name"]))
        #expect(answer.users?.first?.attributes?.map(\.name) == ["email"])
    }

    @Test(arguments: ["x", "AAAA", ""])
    func `a token of no list is refused`(_ token: String) async throws {
        let fixture = try await fixture(["ada"])
        let refusal = try await fault {
            _ = try await fixture.administrator.listUsers(
                ListUsersRequest(userPoolId: fixture.poolID, paginationToken: token))
        }
        #expect(refusal?.code == .invalidParameter)
    }
}
