// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSignIn
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// What becomes of the refresh token of a sign-in at an identity provider, as SECURITY.md says.
@Suite(.tags(.security), .hangLimit) struct ProviderRefreshTokenTests {
    /// Whether the token endpoint and the API renew tokens with a refresh token.
    private static func renewals(of token: String, on stage: GrantStage) async throws -> [Bool] {
        let (hosted, id) = (stage.hosted, stage.hosted.fixture.client.id)
        let answer = await hosted.post(
            "/oauth2/token", "grant_type=refresh_token&refresh_token=\(token)&client_id=\(id)")
        let refusal = try await fault {
            _ = try await hosted.fixture.anyone.getTokensFromRefreshToken(
                GetTokensFromRefreshTokenRequest(refreshToken: token, clientId: id))
        }
        return [answer.status == 200, refusal == nil]
    }

    @Test(
        arguments: [
            (.providerRemoved, true), (.unlinked, false), (.disabled, false), (.deleted, false),
            (.adminGlobalSignOut, false), (.tokenRevoked, false),
        ] as [(CounterMeasure, Bool)])
    func `a refresh token of a sign-in at a provider outlives the provider, not the link, the user or a sign-out`(
        _ measure: CounterMeasure, isRenewed: Bool
    ) async throws {
        let stage = try await GrantStage(for: measure)
        let held = try await stage.hold(.providerBrowser)
        let token = try held.required(held.refreshToken)
        #expect(try await Self.renewals(of: token, on: stage) == [true, true])
        try await stage.take(measure, against: held)
        #expect(try await Self.renewals(of: token, on: stage) == [isRenewed, isRenewed])
    }

    @Test func `a refresh token of a sign-in at a provider outlives the app client's permission for the provider`()
        async throws
    {
        let stage = try await GrantStage(for: .providerRemoved)
        let held = try await stage.hold(.providerBrowser)
        let token = try held.required(held.refreshToken)
        try await stage.hosted.fixture.administrator.records.write { [id = stage.hosted.fixture.client.id] store in
            var (client, _) = try store.existingClient(id)
            client.description.supportedIdentityProviders = ["COGNITO"]
            try store.update(client)
        }
        #expect(try await Self.renewals(of: token, on: stage) == [true, true])
    }
}
