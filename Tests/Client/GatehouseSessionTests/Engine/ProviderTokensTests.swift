// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Sessions that began on the pages of an OAuth provider other than the user pool.
@Suite(.hangLimit) struct ProviderTokensTests {
    private static let refreshed = #"{"access_token":"access-2","expires_in":3600,"token_type":"Bearer"}"#

    private struct House {
        let fixture: Fixture
        let server: TokenServer
        let engine: SessionEngine

        init(
            refreshToken: String? = "refresh-1",
            provider: String = "tenant.auth0.com",
            rules: SessionRules = .mobileClient
        ) throws {
            fixture = try Fixture(rules: .mobileClient)
            server = TokenServer(fixture.service)
            engine = try server.engine(fixture, rules)
            let tokens = ProviderTokens(
                accessToken: "access-1",
                idToken: nil,
                refreshToken: refreshToken,
                expiration: fixture.clock.clock.now().addingTimeInterval(3_600)
            )
            let login = FederatedLogin(provider: provider, token: "access-1", pages: tokens)
            try engine.adoptFederation(login, identityID: nil)
            server.answer(200, refreshed)
        }

        var tokensShown: [WireValue?] {
            fixture.service.inputs(of: "GetCredentialsForIdentity").map { $0["Logins"]?["tenant.auth0.com"] }
        }
    }

    @Test func `tokens are refreshed two minutes before they expire, and stored`() async throws {
        let house = try House()
        house.fixture.clock.advance(by: .seconds(3_479))
        #expect(try await house.engine.freshProviderTokens().accessToken == "access-1")
        #expect(house.server.requests.isEmpty)
        house.fixture.clock.advance(by: .seconds(2))
        let tokens = try await house.engine.freshProviderTokens()
        #expect(tokens.accessToken == "access-2" && tokens.refreshToken == "refresh-1" && tokens.idToken == nil)
        let request = ["grant_type": "refresh_token", "client_id": "app", "refresh_token": "refresh-1"]
        #expect(house.server.requests == [request])
        let login = try house.server.engine(house.fixture).record()?.login
        #expect(login?.pages == tokens && login?.token == "access-2")
    }

    @Test func `a rotated refresh token is used from then on`() async throws {
        let house = try House()
        for number in 2...3 {
            house.fixture.expire()
            house.server.answer(
                200, #"{"access_token":"a","id_token":"i","refresh_token":"refresh-\#(number)","expires_in":3600}"#)
            #expect(try await house.engine.freshProviderTokens().refreshToken == "refresh-\(number)")
        }
        #expect(house.server.requests.map { $0["refresh_token"] } == ["refresh-1", "refresh-2"])
    }

    @Test func `many callers cause one refresh`() async throws {
        let house = try House()
        house.fixture.expire()
        let (engine, barrier) = (house.engine, Barrier())
        house.server.answer {
            await barrier.pass()
            return (200, Self.refreshed)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try? await engine.freshProviderTokens() } }
            await barrier.someone()
            for _ in 1...100 { await Task.yield() }
            barrier.open()
        }
        #expect(house.server.requests.count == 1)
    }

    @Test func `a refused refresh token ends the session, for credentials too, until the next process`() async throws {
        let house = try House()
        house.fixture.expire()
        house.server.answer(400, #"{"error":"invalid_grant"}"#)
        for _ in 1...2 {
            await #expect(throws: SessionError.sessionExpired) { try await house.engine.freshProviderTokens() }
            await #expect(throws: SessionError.sessionExpired) {
                try await house.engine.freshCredentials(validFor: .zero)
            }
        }
        #expect(house.server.requests.count == 1 && house.fixture.service.operations.isEmpty)
        #expect(try house.engine.record()?.login?.pages?.isRefreshTokenDead == true)
        house.server.answer(200, Self.refreshed)
        #expect(try await house.server.engine(house.fixture).freshProviderTokens().accessToken == "access-2")
    }

    @Test func `other refusals end nothing; without a refresh token there is nothing to try`() async throws {
        let house = try House()
        house.fixture.expire()
        house.server.answer(400, #"{"error":"invalid_client"}"#)
        await #expect(throws: SessionError.service(ServiceFault("invalid_client", ""))) {
            try await house.engine.freshProviderTokens()
        }
        await #expect(throws: SessionError.renewal(ServiceFault("invalid_client", ""))) {
            try await house.engine.freshCredentials(validFor: .zero)
        }
        house.server.answer(200, Self.refreshed)
        #expect(try await house.engine.freshProviderTokens().accessToken == "access-2")
        let other = try House(refreshToken: nil)
        #expect(try await other.engine.freshProviderTokens().accessToken == "access-1")
        other.fixture.expire()
        await #expect(throws: SessionError.sessionExpired) { try await other.engine.freshProviderTokens() }
        #expect(other.server.requests.isEmpty)
    }

    @Test func `other sessions have no tokens of a provider`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        await #expect(throws: SessionError.signedOut) { try await fixture.engine.freshProviderTokens() }
        try fixture.engine.adoptFederation(FederatedLogin(provider: "p", token: "t"), identityID: nil)
        await #expect(throws: SessionError.signedOut) { try await fixture.engine.freshProviderTokens() }
    }

    @Test(arguments: [SessionRules.mobileClient, .amplify])
    func `either face with the provider's pages shows a fresh token to the identity pool`(
        rules: SessionRules
    ) async throws {
        let house = try House(rules: rules)
        #expect(await house.engine.fetchSession().credentials.isThere)
        house.fixture.expire()
        #expect(await house.engine.fetchSession().credentials.isThere)
        #expect(house.tokensShown == ["access-1", "access-2"])
        #expect(house.server.requests.count == 1)
    }

    @Test func `a face without the provider's pages shows the token as it is`() async throws {
        let house = try House()
        house.fixture.expire()
        #expect(await house.fixture.other(.amplify).fetchSession().credentials.isThere)
        #expect(house.tokensShown == ["access-1"] && house.server.requests.isEmpty)
    }

    @Test func `the ID token is shown where there is one, and no login without a provider`() async throws {
        let house = try House(provider: "")
        house.fixture.expire()
        _ = try await house.engine.freshCredentials(validFor: .zero)
        let inputs = house.fixture.service.inputs(of: "GetCredentialsForIdentity")
        #expect(inputs.map { $0["Logins"] } == [nil] && house.server.requests.isEmpty)
        let tokens = ProviderTokens(accessToken: "a", idToken: "i", refreshToken: nil, expiration: .distantFuture)
        try house.engine.adoptFederation(
            FederatedLogin(provider: "tenant.auth0.com", token: "i", pages: tokens), identityID: nil)
        _ = try await house.engine.freshCredentials(validFor: .zero)
        #expect(house.tokensShown.last == "i")
    }

    @Test func `tokens that come after a local sign-out are neither returned nor stored`() async throws {
        let house = try House()
        house.fixture.expire()
        let (engine, barrier) = (house.engine, Barrier())
        house.server.answer {
            await barrier.pass()
            return (200, Self.refreshed)
        }
        let tokens = Task { try await engine.freshProviderTokens() }
        await barrier.someone()
        engine.signOutLocally()
        barrier.open()
        await #expect(throws: SessionError.self) { try await tokens.value }
        #expect(try house.fixture.restarted().engine.record() == nil)
    }
}
