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

/// The condition keys of a web identity, such as `<provider>:sub`, in the policies of the role and of the session.
@Suite struct WebIdentityKeyTests {
    private static let arn = "arn:aws:iam::123456789012:role/Web"
    private static let everything = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#

    /// A role that the provider's people may assume.
    private static func register(
        _ town: FederatedAccount, principal: String = FederatedAccount.arn, key: String = "\(FederatedAccount.key):aud",
        audience: String = "app", allowing permissions: String
    ) async throws {
        let trust = #"""
            {"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","Principal":{"Federated":"\#(principal)"},
             "Condition":{"StringEquals":{"\#(key)":"\#(audience)"}}}
            """#
        try await town.account.registerRole("Web", trust: trust, allowing: permissions)
    }

    /// The statement that allows a folder with the value of a key.
    private static func folder(of key: String, _ condition: String = "{}") -> String {
        #"""
        {"Effect":"Allow","Action":"s3:*","Resource":"arn:aws:s3:::data/${\#(key)}/*","Condition":\#(condition)}
        """#
    }

    private static func principal(
        _ town: FederatedAccount, _ token: String, provider: String? = nil, policy statement: String? = nil
    ) async throws -> Principal {
        let policy = statement.map { #"{"Version":"2012-10-17","Statement":[\#($0)]}"# }
        let answer = try await town.account.tokens(.anonymous).assumeRoleWithWebIdentity(
            AssumeRoleWithWebIdentityRequest(
                roleArn: arn, roleSessionName: "app", webIdentityToken: token, providerId: provider, policy: policy))
        let credentials = try #require(answer.credentials)
        return try await town.account.principal(credentials.accessKeyId, credentials.sessionToken)
    }

    private static func mayRead(
        _ town: FederatedAccount, _ principal: Principal, _ folder: String
    ) async throws -> Bool {
        try await town.account.securityTokens.authority.verdict(
            on: "s3:GetObject", resource: "arn:aws:s3:::data/\(folder)/x", by: principal, from: "10.1.2.3",
            inRegion: "us-east-1") == .allowed
    }

    @Test func `a role's policy gives each person of a provider a folder, for one client`() async throws {
        let town = try await FederatedAccount()
        let name = FederatedAccount.key
        try await Self.register(
            town, allowing: Self.folder(of: "\(name):sub", #"{"StringEquals":{"\#(name):aud":"app"}}"#))
        let alice = try await Self.principal(town, try town.token(as: "alice"))
        let bob = try await Self.principal(town, try town.token(as: "bob"))
        #expect(try await Self.mayRead(town, alice, "alice"))
        #expect(try await !Self.mayRead(town, alice, "bob"))
        #expect(try await Self.mayRead(town, bob, "bob"))
        try await town.account.securityTokens.registry.delete(.role, named: "Web")
        try await Self.register(
            town, allowing: Self.folder(of: "\(name):sub", #"{"StringEquals":{"\#(name):aud":"other"}}"#))
        #expect(try await !Self.mayRead(town, alice, "alice"))
    }

    @Test func `the policy of a session compares the person, and a name with wildcards is no wildcard`() async throws {
        let town = try await FederatedAccount()
        try await Self.register(town, allowing: Self.everything)
        let policy = Self.folder(of: "\(FederatedAccount.key):sub")
        let alice = try await Self.principal(town, try town.token(as: "alice"), policy: policy)
        #expect(try await Self.mayRead(town, alice, "alice"))
        #expect(try await !Self.mayRead(town, alice, "bob"))
        let star = try await Self.principal(town, try town.token(as: "*"), policy: policy)
        #expect(try await !Self.mayRead(town, star, "bob"))
    }

    @Test func `the methods of a sign-in are values of conditions, and a token without any has none`() async throws {
        let town = try await FederatedAccount()
        let condition = #"{"ForAnyValue:StringEquals":{"\#(FederatedAccount.key):amr":"mfa"}}"#
        try await Self.register(town, allowing: Self.folder(of: "\(FederatedAccount.key):sub", condition))
        for (methods, isAllowed) in [(["pwd", "mfa"], true), (["pwd"], false), (nil, false)] as [(WireValue?, Bool)] {
            let principal = try await Self.principal(town, try town.token(as: "alice", claims: ["amr": methods]))
            #expect(try await Self.mayRead(town, principal, "alice") == isAllowed)
        }
    }

    @Test func `Facebook's and Amazon's people have keys of their own`() async throws {
        let town = try await FederatedAccount(answers: [
            "https://graph.facebook.com/app": #"{"id": "7346"}"#, "https://graph.facebook.com/me": #"{"id": "99"}"#,
            "https://api.amazon.com/auth/o2/tokeninfo": #"""
            {"iss": "https://www.amazon.com", "aud": "client", "app_id": "app", "user_id": "amzn1.a", "exp": 3597}
            """#,
        ])
        for (provider, app, key, person) in [
            ("graph.facebook.com", "7346", "id", "99"), ("www.amazon.com", "app", "user_id", "amzn1.a"),
        ] {
            let condition = #"{"ForAnyValue:StringEquals":{"\#(provider):app_id":"\#(app)"}}"#
            try await Self.register(
                town, principal: provider, key: "\(provider):app_id", audience: app,
                allowing: Self.folder(of: "\(provider):\(key)", condition))
            let principal = try await Self.principal(town, "token", provider: provider)
            #expect(try await Self.mayRead(town, principal, person))
            #expect(try await !Self.mayRead(town, principal, "other"))
            try await town.account.securityTokens.registry.delete(.role, named: "Web")
        }
    }

    @Test func `a further role does not keep the keys`() async throws {
        let town = try await FederatedAccount()
        try await Self.register(town, allowing: Self.everything)
        try await town.account.registerRole(
            "Next", trust: #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"\#(Self.arn)"}}"#,
            allowing: Self.folder(of: "\(FederatedAccount.key):sub"))
        let alice = try await Self.principal(town, try town.token(as: "alice"))
        let answer = try await town.account.tokens(alice).assumeRole(
            AssumeRoleRequest(roleArn: "arn:aws:iam::123456789012:role/Next", roleSessionName: "next"))
        let next = try await town.account.principal(answer.credentials?.accessKeyId, answer.credentials?.sessionToken)
        #expect(try await !Self.mayRead(town, next, "alice"))
    }

    @Test func `a provider with the name of the identity pools does not open the folder of an identity`() async throws {
        let issuer = "https://cognito-identity.amazonaws.com"
        let town = try await FederatedAccount(url: issuer)
        let provider = try OpenIDProvider(issuer: issuer, clientIDs: ["app"])
        try await town.account.register(provider)
        try await Self.register(
            town, principal: provider.arn(inAccount: Account.account), key: "cognito-identity.amazonaws.com:aud",
            allowing: Self.folder(of: "cognito-identity.amazonaws.com:sub"))
        let token = try town.token(as: "us-east-1:victim", claims: ["amr": ["authenticated"]])
        let principal = try await Self.principal(town, token)
        #expect(try await !Self.mayRead(town, principal, "us-east-1:victim"))
        let context = town.account.securityTokens.authority.context(
            of: principal, sourceAddress: "10.1.2.3", region: "us-east-1")
        for key in ["sub", "aud", "amr"] {
            #expect(context[ContextKey("cognito-identity.amazonaws.com:\(key)")] == [])
        }
    }

    @Test func `a token with more methods than a session can hold is refused`() async throws {
        let town = try await FederatedAccount()
        try await Self.register(town, allowing: Self.everything)
        let methods = (0..<600).map { WireValue.string("\($0)".padding(toLength: 20, withPad: "m", startingAt: 0)) }
        let token = try town.token(as: "alice", claims: ["amr": .array(methods)])
        let fault = await #expect(throws: ServiceFault.self) { try await Self.principal(town, token) }
        #expect(fault?.code == "PackedPolicyTooLarge")
    }
}
