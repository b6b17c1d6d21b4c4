// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct GroupClaimsTests {
    @Test(
        arguments: [
            ([("a", 2, "r2"), ("b", 0, "r0"), ("c", nil, nil)], ["b", "a", "c"], ["r0", "r2"], "r0"),
            ([("b", 1, "r"), ("a", 1, "r")], ["a", "b"], ["r"], "r"),
            ([("a", 1, "r1"), ("b", 1, "r2")], ["a", "b"], ["r1", "r2"], nil),
            ([("a", nil, "r1"), ("b", 1, nil)], ["b", "a"], ["r1"], "r1"),
            ([("a", nil, nil)], ["a"], [], nil),
            ([], [], [], nil),
        ] as [([(String, Int?, String?)], [String], [String], String?)])
    func `the best group gives the preferred role, unless its peers have others`(
        _ groups: [(String, Int?, String?)], _ names: [String], _ roles: [String], _ preferred: String?
    ) {
        let claims = GroupClaims(
            groups.map { name, precedence, role in
                GroupRecord(
                    poolID: "p", name: name, roleARN: role, precedence: precedence, createdAt: .distantPast,
                    modifiedAt: .distantPast)
            })
        #expect(claims.names == names && claims.roles == roles && claims.preferredRole == preferred)
    }

    @Test func `tokens of every way to get them tell the groups of the moment`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let role = "arn:aws:iam::123456789012:role/staff"
        try await fixture.makeGroup("all")
        try await fixture.makeGroup("staff", role: role, precedence: 1)
        let tokens = try await fixture.tokens()
        #expect(try claims(tokens.idToken)["cognito:groups"] == nil)
        for group in ["all", "staff"] { try await fixture.add("alice", to: group) }
        let renewed = try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(
                refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id)
        ).authenticationResult
        let overSRP = try await SRPConversation(fixture: fixture, username: "alice")
            .run(password: PoolFixture.password).authenticationResult
        for tokens in [try await fixture.tokens(), try #require(renewed), try #require(overSRP)] {
            let (id, access) = (try claims(tokens.idToken), try claims(tokens.accessToken))
            #expect(id["cognito:groups"] == ["staff", "all"] && id["cognito:roles"] == [.string(role)])
            #expect(id["cognito:preferred_role"] == .string(role))
            #expect(access["cognito:groups"] == ["staff", "all"] && access["cognito:roles"] == nil)
            #expect(access["cognito:preferred_role"] == nil)
        }
    }

    private func claims(_ token: String?) throws -> [String: WireValue] {
        let jws = try UnverifiedJWS(try #require(token))
        return try #require(try WireValue(json: Data(jws.payload)).objectValue)
    }
}
