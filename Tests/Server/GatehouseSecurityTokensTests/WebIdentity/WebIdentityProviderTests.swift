// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// AssumeRoleWithWebIdentity with the tokens of registered and of social providers.
@Suite struct WebIdentityProviderTests {
    private static let arn = "arn:aws:iam::123456789012:role/Web"
    private static let denied = ServiceFault.notAuthorized(toPerform: "sts:AssumeRoleWithWebIdentity")
    private static let facebook = [
        "https://graph.facebook.com/app": #"{"id": "7346"}"#, "https://graph.facebook.com/me": #"{"id": "99"}"#,
    ]
    private static let amazon = [
        "https://api.amazon.com/auth/o2/tokeninfo": #"""
        {"iss": "https://www.amazon.com", "aud": "client", "app_id": "app", "user_id": "amzn1.a", "exp": 3597}
        """#
    ]

    private static func trust(
        _ provider: String, _ condition: String, actions: String = #""sts:AssumeRoleWithWebIdentity""#
    ) -> String {
        #"""
        {"Effect":"Allow","Action":[\#(actions)],"Principal":{"Federated":"\#(provider)"},
         "Condition":{"StringEquals":{\#(condition)}}}
        """#
    }

    private static func assume(
        _ account: Account, _ token: String, provider: String? = nil
    ) async throws -> AssumeRoleWithWebIdentityResponse {
        try await account.tokens(.anonymous).assumeRoleWithWebIdentity(
            AssumeRoleWithWebIdentityRequest(
                roleArn: arn, roleSessionName: "app", webIdentityToken: token, providerId: provider))
    }

    private static func refusal(_ account: Account, _ token: String, provider: String? = nil) async -> ServiceFault? {
        await #expect(throws: ServiceFault.self) { try await assume(account, token, provider: provider) }
    }

    private static func session(
        _ account: Account, _ answer: AssumeRoleWithWebIdentityResponse
    ) async throws -> RoleSession {
        let credentials = try #require(answer.credentials)
        guard case .role(let session) = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        return session
    }

    private static let audience = #""\#(FederatedAccount.key):aud":"app""#

    // MARK: - OpenID Connect

    @Test func `an ID token of a registered provider buys credentials of a role that trusts the provider's ARN`()
        async throws
    {
        let town = try await FederatedAccount()
        let condition = Self.audience + #","\#(FederatedAccount.key):sub":"alice""#
        try await town.account.registerRole("Web", trust: Self.trust(FederatedAccount.arn, condition))
        let answer = try await Self.assume(town.account, try town.token(as: "alice"))
        #expect(answer.subjectFromWebIdentityToken == "alice" && answer.audience == "app")
        #expect(answer.provider == "https://\(FederatedAccount.key)")
        #expect(answer.assumedRoleUser?.arn == "arn:aws:sts::123456789012:assumed-role/Web/app")
        #expect(answer.sourceIdentity == nil && answer.packedPolicySize == nil)
        let session = try await Self.session(town.account, answer)
        #expect(session.identityID == nil && session.authenticationMethods.isEmpty)
        #expect(await Self.refusal(town.account, try town.token(as: "bob")) == Self.denied)
    }

    @Test func `a role that trusts another provider, or identity pools, refuses the token`() async throws {
        let town = try await FederatedAccount()
        let token = try town.token(as: "alice")
        for principal in ["cognito-identity.amazonaws.com", "accounts.google.com", FederatedAccount.arn + "2"] {
            let name = principal.split(separator: "oidc-provider/").last.map(String.init) ?? principal
            try await town.account.registerRole("Web", trust: Self.trust(principal, #""\#(name):aud":"app""#))
            #expect(await Self.refusal(town.account, token) == Self.denied)
            try await town.account.securityTokens.registry.delete(.role, named: "Web")
        }
    }

    @Test(
        arguments: [
            (
                ["iss": "https://evil.example.com"],
                "No OpenIDConnect provider found in your account for https://evil.example.com"
            ),
            (["aud": "stranger"], "Incorrect token audience"),
            (["aud": nil], "Missing a required claim: aud"),
            (["azp": "stranger"], "Incorrect token audience"),
            (["token_use": "access"], notIDToken),
            (["iat": 1_700_000_900], "Token is not yet valid: 1700000300 < 1700000900"),
            (["https://aws.amazon.com/tags": "a"], "Missing a required claim: https://aws.amazon.com/tags"),
            (
                [
                    "https://aws.amazon.com/tags": ["principal_tags": ["team": ["core"]]],
                    "https://aws.amazon.com/tags/principal_tags/team": "admins",
                ], "The two forms of the claim https://aws.amazon.com/tags differ"
            ),
            (
                ["https://aws.amazon.com/source_identity": "a b"],
                "Missing a required claim: https://aws.amazon.com/source_identity"
            ),
        ] as [([String: WireValue?], String)])
    func `a refused ID token is an invalid identity token`(
        _ changes: [String: WireValue?], _ text: String
    ) async throws {
        let town = try await FederatedAccount()
        try await town.account.registerRole("Web", trust: Self.trust(FederatedAccount.arn, Self.audience))
        let token = try town.token(as: "alice", claims: changes)
        town.account.clock.advance(by: 300)
        #expect(await Self.refusal(town.account, token) == ServiceFault("InvalidIdentityToken", text))
    }

    private static let notIDToken =
        "The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)"

    @Test func `an expired token, a changed one, and a provider that does not answer have codes of their own`()
        async throws
    {
        let town = try await FederatedAccount()
        try await town.account.registerRole("Web", trust: Self.trust(FederatedAccount.arn, Self.audience))
        let expired = try town.token(as: "alice", claims: ["exp": 1_699_999_000])
        #expect(
            await Self.refusal(town.account, expired)
                == ServiceFault(
                    "ExpiredTokenException",
                    "Token expired: current date/time 1700000000 must be before the expiration date/time 1699999000"))
        let token = try town.token(as: "alice")
        let changed = await Self.refusal(town.account, String(token.dropLast(8)) + "AAAAAAAA")
        #expect(changed?.code == "InvalidIdentityToken")
        #expect(
            changed?.message
                == "Couldn't retrieve verification key from your identity provider,  please reference "
                + "AssumeRoleWithWebIdentity documentation for requirements")
        let provider = try OpenIDProvider(issuer: "https://down.example.com", clientIDs: ["app"])
        try await town.account.register(provider)
        let unreachable = try town.token(as: "alice", claims: ["iss": "https://down.example.com"])
        let down = await Self.refusal(town.account, unreachable)
        #expect(down?.code == "IDPCommunicationError" && down?.code.httpStatus == 400)
    }

    @Test func `tags and source identity of a token need their actions, and stay in the session`() async throws {
        let town = try await FederatedAccount()
        let token = try town.token(
            as: "alice",
            claims: [
                "https://aws.amazon.com/tags": [
                    "principal_tags": ["team": ["core"]], "transitive_tag_keys": ["team"],
                ],
                "https://aws.amazon.com/source_identity": "alice",
            ])
        for (actions, refused) in [
            (#""sts:AssumeRoleWithWebIdentity""#, "sts:TagSession"),
            (#""sts:AssumeRoleWithWebIdentity","sts:TagSession""#, "sts:SetSourceIdentity"),
        ] {
            try await town.account.registerRole(
                "Web", trust: Self.trust(FederatedAccount.arn, Self.audience, actions: actions))
            #expect(await Self.refusal(town.account, token) == ServiceFault.notAuthorized(toPerform: refused))
            try await town.account.securityTokens.registry.delete(.role, named: "Web")
        }
        let condition = Self.audience + #","sts:SourceIdentity":"alice""#
        let trust = Self.trust(FederatedAccount.arn, condition, actions: #""sts:*""#)
        try await town.account.registerRole("Web", trust: trust)
        let answer = try await Self.assume(town.account, token)
        #expect(answer.sourceIdentity == "alice" && answer.packedPolicySize != nil)
        let session = try await Self.session(town.account, answer)
        #expect(session.principalTags == ["team": "core"] && session.scope.transitiveTagKeys == ["team"])
        #expect(session.scope.sourceIdentity == "alice")
    }

    @Test func `flattened tags of a token need the same action, and stay in the session`() async throws {
        let town = try await FederatedAccount()
        let token = try town.token(
            as: "alice",
            claims: [
                "https://aws.amazon.com/tags/principal_tags/team": "core",
                "https://aws.amazon.com/tags/transitive_tag_keys": ["team"],
            ])
        try await town.account.registerRole("Web", trust: Self.trust(FederatedAccount.arn, Self.audience))
        #expect(await Self.refusal(town.account, token) == ServiceFault.notAuthorized(toPerform: "sts:TagSession"))
        try await town.account.securityTokens.registry.delete(.role, named: "Web")
        let condition = Self.audience + #","aws:RequestTag/team":"core""#
        let actions = #""sts:AssumeRoleWithWebIdentity","sts:TagSession""#
        try await town.account.registerRole(
            "Web", trust: Self.trust(FederatedAccount.arn, condition, actions: actions))
        let session = try await Self.session(town.account, try await Self.assume(town.account, token))
        #expect(session.principalTags == ["team": "core"] && session.scope.transitiveTagKeys == ["team"])
    }

    @Test func `a token's cognito roles are no offer of a role`() async throws {
        let town = try await FederatedAccount()
        try await town.account.registerRole("Web", trust: Account.trust(pool: Account.pool))
        let claims: [String: WireValue?] = [
            "cognito:roles": [.string(Self.arn)], "cognito:preferred_role": .string(Self.arn),
        ]
        #expect(await Self.refusal(town.account, try town.token(as: "alice", claims: claims)) == Self.denied)
    }

    // MARK: - Google

    @Test func `Google needs no registration, and the trust policy compares the client`() async throws {
        let town = try await FederatedAccount(url: "https://accounts.google.com")
        let condition = #""accounts.google.com:aud":"app","accounts.google.com:oaud":"back""#
        try await town.account.registerRole("Web", trust: Self.trust("accounts.google.com", condition))
        let token = try town.token(as: "alice", claims: ["azp": "app", "aud": "back"])
        let answer = try await Self.assume(town.account, token)
        #expect(answer.audience == "app" && answer.provider == "https://accounts.google.com")
        let other = try town.token(as: "alice", claims: ["azp": "stranger", "aud": "back"])
        #expect(await Self.refusal(town.account, other) == Self.denied)
    }

    @Test func `a registered Google is trusted by its ARN as well, for the registered clients only`() async throws {
        let town = try await FederatedAccount(url: "https://accounts.google.com")
        let google = try OpenIDProvider(issuer: "https://accounts.google.com", clientIDs: ["app"])
        try await town.account.register(google)
        let condition = #""accounts.google.com:aud":["app","stranger"]"#
        try await town.account.registerRole(
            "Web", trust: Self.trust(google.arn(inAccount: Account.account), condition))
        #expect(try await Self.assume(town.account, try town.token(as: "alice")).credentials != nil)
        let other = try town.token(as: "alice", claims: ["aud": "stranger"])
        #expect(
            await Self.refusal(town.account, other) == ServiceFault("InvalidIdentityToken", "Incorrect token audience"))
    }

    // MARK: - Social providers

    @Test func `Facebook's and Amazon's tokens need the provider in the request, and an app that the role trusts`()
        async throws
    {
        let town = try await FederatedAccount(answers: Self.facebook.merging(Self.amazon) { $1 })
        for (provider, condition, subject, audience) in [
            ("graph.facebook.com", #""graph.facebook.com:app_id":"7346","graph.facebook.com:id":"99""#, "99", "7346"),
            (
                "www.amazon.com", #""www.amazon.com:app_id":"app","www.amazon.com:user_id":"amzn1.a""#, "amzn1.a",
                "client"
            ),
        ] {
            try await town.account.registerRole("Web", trust: Self.trust(provider, condition))
            let answer = try await Self.assume(town.account, "token", provider: provider)
            #expect(answer.subjectFromWebIdentityToken == subject && answer.audience == audience)
            #expect(answer.provider == provider)
            #expect(
                await Self.refusal(town.account, "token") == ServiceFault("InvalidIdentityToken", Self.notIDToken))
            try await town.account.securityTokens.registry.delete(.role, named: "Web")
            try await town.account.registerRole("Web", trust: Self.trust(provider, #""\#(provider):app_id":"other""#))
            #expect(await Self.refusal(town.account, "token", provider: provider) == Self.denied)
            try await town.account.securityTokens.registry.delete(.role, named: "Web")
        }
    }

    @Test
    func `a token that Amazon does not confirm is a rejected claim, and a silent Facebook an error of the provider`()
        async throws
    {
        let expired = Self.amazon.mapValues { $0.replacing("3597", with: "0") }
        let town = try await FederatedAccount(answers: expired)
        try await town.account.registerRole(
            "Web",
            trust: Self.trust("www.amazon.com", #""www.amazon.com:app_id":"app""#) + ","
                + Self.trust("graph.facebook.com", #""graph.facebook.com:app_id":"7346""#))
        let rejected = await Self.refusal(town.account, "token", provider: "www.amazon.com")
        #expect(rejected?.code == "IDPRejectedClaim" && rejected?.code.httpStatus == 403)
        let silent = await Self.refusal(town.account, "token", provider: "graph.facebook.com")
        #expect(silent?.code == "IDPCommunicationError")
    }

    @Test func `no request leaves the server for a role that does not trust the social provider`() async throws {
        // Without an answer, a request would be an error of the provider.
        let town = try await FederatedAccount()
        #expect(await Self.refusal(town.account, "token", provider: "graph.facebook.com") == Self.denied)
        try await town.account.registerRole("Web", trust: Self.trust(FederatedAccount.arn, Self.audience))
        #expect(await Self.refusal(town.account, "token", provider: "graph.facebook.com") == Self.denied)
    }

    @Test(arguments: ["api.twitter.com", "accounts.google.com", "example.com"])
    func `another name of a provider in the request is refused`(_ provider: String) async throws {
        let town = try await FederatedAccount()
        let fault = await Self.refusal(town.account, try town.token(as: "alice"), provider: provider)
        #expect(fault?.code == "ValidationError")
    }
}
