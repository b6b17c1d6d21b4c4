// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Tokens that obey a grant, at first and after each renewal.
@Suite(.hangLimit) struct GrantedTokenTests {
    private func tokens(_ fixture: PoolFixture, _ request: AuthorizedRequest) async throws -> AuthenticationResultType {
        try await fixture.redeem(try await fixture.code(for: request))
    }

    private func renewed(
        _ tokens: AuthenticationResultType, _ fixture: PoolFixture, scopes: [String]? = nil
    ) async throws -> AuthenticationResultType {
        try await fixture.anyone.renewGrant(
            tokens.refreshToken ?? "", client: try await fixture.authorization().client, metadata: nil,
            scopes: scopes)
    }

    @Test func `tokens have the scopes, audience, nonce and hash that OpenID Connect asks for`() async throws {
        let fixture = try await PoolFixture.forPages()
        fixture.gatehouse.clock.advance(by: 10)
        let browser = try await fixture.browser()
        fixture.gatehouse.clock.advance(by: 60)
        let request = try await fixture.authorization(
            scopes: ["openid", "profile"], audience: "https://api.example", nonce: "n-0S6")
        let tokens = try await fixture.redeem(try await fixture.anyone.issueCode(for: browser.record, request))
        let (id, access) = (try claims(tokens.idToken), try claims(tokens.accessToken))
        #expect(access["scope"] == "openid profile")
        #expect(access["version"] == 2)
        #expect(access["aud"] == "https://api.example")
        #expect(access["client_id"] == .string(fixture.client.id))
        #expect(access["nonce"] == nil && access["at_hash"] == nil)
        #expect(id["nonce"] == "n-0S6")
        #expect(id["aud"] == .string(fixture.client.id))
        #expect(id["version"] == nil && id["scope"] == nil)
        let half = sha256(Array((tokens.accessToken ?? "").utf8)).prefix(16)
        #expect(id["at_hash"] == .string(Base64URL.encode(Array(half))))
        let time = Int64(browser.record.signIn.authTime.timeIntervalSince1970)
        #expect(id["auth_time"] == .integer(time) && access["auth_time"] == .integer(time))
        #expect(id["iat"] == .integer(time + 60))
        #expect(tokens.tokenType == "Bearer")
    }

    @Test func `tokens of the API have neither a version nor a hash`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let (id, access) = (try claims(tokens.idToken), try claims(tokens.accessToken))
        #expect(access["scope"] == .string(TokenGrant.ownOperations))
        #expect(access["version"] == nil && id["at_hash"] == nil && id["nonce"] == nil)
    }

    @Test func `without the scope openid there is no ID token`() async throws {
        let fixture = try await PoolFixture.forPages()
        let tokens = try await tokens(fixture, try await fixture.authorization(scopes: [TokenGrant.ownOperations]))
        #expect(tokens.accessToken != nil && tokens.idToken == nil)
        #expect(try await renewed(tokens, fixture).idToken == nil)
    }

    @Test(arguments: [
        (["openid"], ["email", "email_verified", "phone_number", "phone_number_verified", "given_name"]),
        (["openid", "email"], ["email", "email_verified"]),
        (["openid", "phone"], ["phone_number", "phone_number_verified"]),
        (["openid", "profile"], ["given_name"]),
        (["openid", "email", "profile"], ["email", "email_verified", "given_name"]),
    ])
    func `an ID token has the attributes of its scopes`(_ scopes: [String], _ expected: [String]) async throws {
        let fixture = try await PoolFixture.forPages()
        _ = try await fixture.administrator.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "given_name", value: "Alice")]))
        let all: Set = ["email", "email_verified", "phone_number", "phone_number_verified", "given_name"]
        let tokens = try await tokens(fixture, try await fixture.authorization(scopes: scopes))
        for token in [tokens.idToken, try await renewed(tokens, fixture).idToken] {
            let claims = try claims(token)
            #expect(all.filter { claims[WireName($0)] != nil } == Set(expected))
            #expect(claims["sub"] != nil && claims["cognito:username"] == "alice")
        }
    }

    @Test func `a token without the user's own scope cannot call the user's operations`() async throws {
        let fixture = try await PoolFixture.forPages()
        let tokens = try await tokens(fixture, try await fixture.authorization(scopes: ["openid"]))
        let refusal = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        }
        #expect(refusal == ServiceFault(.notAuthorized, "Access Token does not have required scopes"))
        let caller = try await fixture.anyone.callers.authorizedCaller(
            tokens.accessToken ?? "", scope: TokenGrant.openID)
        #expect(caller.user.username == "alice")
        #expect(caller.family.grant == TokenGrant(scopes: ["openid"]))
    }

    @Test func `a renewal keeps the grant and forgets the nonce, at the endpoint as in the API`() async throws {
        let fixture = try await PoolFixture.forPages()
        let request = try await fixture.authorization(
            scopes: ["openid", "email"], audience: "https://api.example", nonce: "n")
        let tokens = try await tokens(fixture, request)
        let (first, last) = (
            try await renewed(tokens, fixture), try #require(try await fixture.renew(tokens, deviceKey: nil))
        )
        for renewed in [first, last] {
            let (id, access) = (try claims(renewed.idToken), try claims(renewed.accessToken))
            #expect(access["scope"] == "openid email")
            #expect(access["aud"] == "https://api.example")
            #expect(access["version"] == 2)
            #expect(id["nonce"] == nil && id["at_hash"] != nil)
            #expect(try claims(tokens.accessToken)["origin_jti"] == access["origin_jti"])
            #expect(renewed.refreshToken == nil)
        }
    }

    @Test func `a renewal may narrow the scopes and may not widen them`() async throws {
        let fixture = try await PoolFixture.forPages()
        let tokens = try await tokens(fixture, try await fixture.authorization(scopes: ["openid", "email"]))
        let narrow = try await renewed(tokens, fixture, scopes: ["email"])
        #expect(try claims(narrow.accessToken)["scope"] == "email")
        #expect(narrow.idToken == nil)
        let wide = try await fault {
            _ = try await renewed(tokens, fixture, scopes: ["openid", TokenGrant.ownOperations])
        }
        #expect(wide?.code == .scopeDoesNotExist)
        #expect(try claims(try await renewed(tokens, fixture).accessToken)["scope"] == "openid email")
    }

    @Test func `a scope that the client may no longer have is left out`() async throws {
        let fixture = try await PoolFixture.forPages()
        let tokens = try await tokens(fixture, try await fixture.authorization(scopes: ["openid", "email"]))
        _ = try await fixture.administrator.updateUserPoolClient(
            UpdateUserPoolClientRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, explicitAuthFlows: [.allowRefreshTokenAuth],
                callbackURLs: [PoolFixture.callback], allowedOAuthFlows: [.code], allowedOAuthScopes: ["openid"],
                allowedOAuthFlowsUserPoolClient: true))
        #expect(try claims(try await renewed(tokens, fixture).accessToken)["scope"] == "openid")
    }

    @Test func `the implicit grant gives no refresh token`() async throws {
        let fixture = try await PoolFixture.forPages()
        let tokens = try await fixture.anyone.issueImplicitTokens(
            for: try await fixture.browser().record, try await fixture.authorization(nonce: "n"))
        #expect(tokens.refreshToken == nil)
        #expect(try claims(tokens.idToken)["nonce"] == "n")
        #expect(try claims(tokens.idToken)["at_hash"] != nil)
        #expect(try claims(tokens.accessToken)["version"] == 2)
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
    }
}

/// The PreTokenGeneration trigger of sign-ins on the hosted pages.
@Suite(.hangLimit) struct GrantedTokenTriggerTests {
    private static func fixture(_ triggers: ScriptedTriggers) async throws -> PoolFixture {
        try await PoolFixture.forPages(triggers) { request in
            request.lambdaConfig?.preTokenGeneration = nil
            request.lambdaConfig?.preTokenGenerationConfig = PreTokenGenerationVersionConfigType(
                lambdaVersion: .v2_0, lambdaArn: ScriptedTriggers.arn(.preTokenGeneration))
        }
    }

    @Test func `the trigger runs before the code is issued, and its changes reach the tokens`() async throws {
        let triggers = ScriptedTriggers([
            .preTokenGeneration: { _ in
                .response([
                    "claimsAndScopeOverrideDetails": [
                        "idTokenGeneration": [
                            "claimsToAddOrOverride": ["team": ["blue", 7]], "claimsToSuppress": ["email"],
                        ],
                        "accessTokenGeneration": [
                            "claimsToAddOrOverride": ["tenant": 1.5], "scopesToAdd": ["orders/read"],
                            "scopesToSuppress": ["openid"],
                        ],
                        "groupOverrideDetails": ["groupsToOverride": ["g"], "iamRolesToOverride": ["r"]],
                    ]
                ])
            }
        ])
        let fixture = try await Self.fixture(triggers)
        let request = try await fixture.authorization(scopes: ["openid", "email"])
        let code = try await fixture.code(for: request)
        #expect(triggers.sources == ["TokenGeneration_HostedAuth"])
        #expect(triggers.request("TokenGeneration_HostedAuth")?["scopes"] == ["openid", "email"])
        let tokens = try await fixture.redeem(code)
        #expect(triggers.sources.count == 1)
        let (id, access) = (try claims(tokens.idToken), try claims(tokens.accessToken))
        #expect(id["team"] == ["blue", 7])
        #expect(id["email"] == nil && id["email_verified"] == true)
        #expect(id["cognito:groups"] == ["g"] && id["cognito:roles"] == ["r"])
        #expect(access["tenant"] == 1.5)
        #expect(access["scope"] == "email orders/read")
        #expect(access["cognito:groups"] == ["g"])
    }

    @Test func `the trigger's error ends the authorization without a code`() async throws {
        let triggers = ScriptedTriggers([.preTokenGeneration: { _ in .failure(.functionError("not today")) }])
        let fixture = try await Self.fixture(triggers)
        let refusal = try await fault { _ = try await fixture.code(for: try await fixture.authorization()) }
        #expect(
            refusal
                == ServiceFault(.userLambdaValidation, "PreTokenGeneration failed with error not today."))
        let implicit = try await fault {
            _ = try await fixture.anyone.issueImplicitTokens(
                for: try await fixture.browser().record, try await fixture.authorization())
        }
        #expect(implicit?.code == .userLambdaValidation)
    }

    @Test func `a renewal calls the trigger with the granted scopes`() async throws {
        let triggers = ScriptedTriggers([.preTokenGeneration: { _ in .response([:]) }])
        let fixture = try await Self.fixture(triggers)
        let tokens = try await fixture.redeem(
            try await fixture.code(for: try await fixture.authorization(scopes: ["openid", "phone"])))
        _ = try await fixture.anyone.renewGrant(
            tokens.refreshToken ?? "", client: try await fixture.authorization().client, metadata: ["a": "b"])
        let request = triggers.request("TokenGeneration_RefreshTokens")
        #expect(request?["scopes"] == ["openid", "phone"])
        #expect(request?["clientMetadata"] == ["a": "b"])
    }
}
