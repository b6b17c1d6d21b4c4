// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Attacks on authorization codes.
@Suite(.hangLimit) struct AuthorizationCodeTests {
    /// The refusal of a call with an access token; `nil` if it is accepted.
    private func refusal(of tokens: AuthenticationResultType, _ fixture: PoolFixture) async throws -> ServiceFault? {
        try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        }
    }

    @Test func `a code gives tokens once, and its second use revokes them`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        let tokens = try await fixture.redeem(code)
        #expect(tokens.accessToken != nil && tokens.idToken != nil && tokens.refreshToken != nil)
        #expect(try await refusal(of: tokens, fixture) == nil)
        #expect(try await fixture.refusal(of: code) == .usedCode)
        #expect(
            try await refusal(of: tokens, fixture) == ServiceFault(.notAuthorized, "Access Token has been revoked"))
        let client = try await fixture.authorization().client
        let renewal = try await fault {
            _ = try await fixture.anyone.renewGrant(tokens.refreshToken ?? "", client: client, metadata: nil)
        }
        #expect(renewal == ServiceFault(.notAuthorized, "Refresh Token has been revoked"))
    }

    @Test func `of many redemptions at the same time one gets tokens, which the others revoke`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        let results = try await withThrowingTaskGroup(of: AuthenticationResultType?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        return try await fixture.redeem(code)
                    } catch let refusal as GrantRefusal {
                        #expect(refusal == .usedCode)
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { results, result in results += result.map { [$0] } ?? [] }
        }
        let tokens = try #require(results.first)
        #expect(results.count == 1)
        #expect(try await refusal(of: tokens, fixture)?.code == .notAuthorized)
    }

    @Test func `a used code with a wrong verifier revokes nothing`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization(challenge: PoolFixture.challenge))
        let tokens = try await fixture.redeem(code, verifier: PoolFixture.verifier)
        #expect(try await fixture.refusal(of: code) == .wrongVerifier)
        #expect(try await refusal(of: tokens, fixture) == nil)
    }

    @Test(
        arguments: [
            "https://app.example/callback/", "https://app.example/Callback", "https://app.example/callback?a",
            "https://app.example", "", nil,
        ] as [String?])
    func `a code is redeemed with its own redirect URI only`(_ address: String?) async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        #expect(try await fixture.refusal(of: code, redirectURI: address) == .otherRedirectURI)
        // The refusal does not use the code up.
        #expect(try await fixture.refusal(of: code) == nil)
    }

    @Test func `a redirect URI that the first request left out may be left out again, and not differ`() async throws {
        let fixture = try await PoolFixture.forPages()
        let request = try await fixture.authorization(namesAddress: false)
        let (first, second) = (try await fixture.code(for: request), try await fixture.code(for: request))
        #expect(try await fixture.refusal(of: first, redirectURI: nil) == nil)
        #expect(try await fixture.refusal(of: second, redirectURI: "https://evil.example") == .otherRedirectURI)
        #expect(try await fixture.refusal(of: second) == nil)
    }

    @Test(
        arguments: [
            nil, "", PoolFixture.challenge, PoolFixture.verifier + "x", String(PoolFixture.verifier.dropLast()),
            "short",
            String(repeating: "a", count: 129),
        ] as [String?])
    func `a code with a challenge needs its verifier`(_ verifier: String?) async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization(challenge: PoolFixture.challenge))
        #expect(try await fixture.refusal(of: code, verifier: verifier) == .wrongVerifier)
        #expect(try await fixture.refusal(of: code, verifier: PoolFixture.verifier) == nil)
    }

    @Test func `a verifier for a code without a challenge is refused`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        #expect(try await fixture.refusal(of: code, verifier: PoolFixture.verifier) == .wrongVerifier)
    }

    @Test func `a code of another client is unknown`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        let created = try await fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: fixture.poolID, clientName: "other", callbackURLs: [PoolFixture.callback],
                allowedOAuthFlows: [.code], allowedOAuthScopes: ["openid"], allowedOAuthFlowsUserPoolClient: true))
        let other = PoolFixture(
            gatehouse: fixture.gatehouse, poolID: fixture.poolID,
            client: (id: created.userPoolClient?.clientId ?? "", secret: nil))
        #expect(try await other.refusal(of: code) == .unknownCode)
        #expect(try await fixture.refusal(of: code) == nil)
        #expect(try await other.refusal(of: code) == .unknownCode)
    }

    @Test(arguments: ["", "a", "00000000-0000-0000-0000-000000000000", String(repeating: "ü", count: 10_000)])
    func `a guess is unknown`(_ code: String) async throws {
        let fixture = try await PoolFixture.forPages()
        #expect(try await fixture.refusal(of: code) == .unknownCode)
    }

    @Test func `a code expires after five minutes, and a clock that was set back does not revive it`() async throws {
        let fixture = try await PoolFixture.forPages()
        let request = try await fixture.authorization()
        let (first, second) = (try await fixture.code(for: request), try await fixture.code(for: request))
        fixture.gatehouse.clock.advance(by: 299)
        #expect(try await fixture.refusal(of: first) == nil)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await fixture.refusal(of: second) == .unknownCode)
        fixture.gatehouse.clock.advance(by: -200)
        #expect(try await fixture.refusal(of: second) == .unknownCode)
    }

    @Test func `a user who was disabled between code and tokens gets none`() async throws {
        let fixture = try await PoolFixture.forPages()
        let code = try await fixture.code(for: try await fixture.authorization())
        // The operation that disables users takes their codes as well; this row was changed alone.
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var alice = try store.existingUser("alice", in: store.existingPool(poolID))
            alice.isEnabled = false
            try store.update(alice)
        }
        #expect(try await fixture.refusal(of: code) == .inactiveUser)
    }

    @Test func `the end of a browser's session takes its unused codes`() async throws {
        let fixture = try await PoolFixture.forPages()
        let (cookie, record) = try await fixture.browser()
        let code = try await fixture.anyone.issueCode(for: record, try await fixture.authorization())
        try await fixture.anyone.endBrowserSession(cookie, inPool: fixture.poolID)
        #expect(try await fixture.refusal(of: code) == .unknownCode)
    }

    @Test func `tokens of one browser session are revoked one by one, also without origin_jti`() async throws {
        let fixture = try await PoolFixture.forPages { _ in
        } client: {
            $0.enableTokenRevocation = false
        }
        let (record, request) = (try await fixture.browser().record, try await fixture.authorization())
        let codes = [
            try await fixture.anyone.issueCode(for: record, request),
            try await fixture.anyone.issueCode(for: record, request),
        ]
        let (first, second) = (try await fixture.redeem(codes[0]), try await fixture.redeem(codes[1]))
        #expect(try claims(first.accessToken)["origin_jti"] == nil)
        #expect(try await fixture.refusal(of: codes[0]) == .usedCode)
        #expect(try await refusal(of: first, fixture) != nil)
        #expect(try await refusal(of: second, fixture) == nil)
    }
}
