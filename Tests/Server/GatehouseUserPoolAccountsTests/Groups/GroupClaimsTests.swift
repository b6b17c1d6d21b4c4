// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct GroupClaimsTests {
    @Test func `tokens contain the user's current groups, however they were obtained`() async throws {
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
}
