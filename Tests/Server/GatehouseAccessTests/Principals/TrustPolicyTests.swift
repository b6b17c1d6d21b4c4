// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire
import Testing

@Suite struct TrustPolicyTests {
    private static let pool = "us-east-1:11111111-2222-4333-8444-555555555555"
    private static let action = "sts:AssumeRoleWithWebIdentity"

    private static func role(_ statement: String) throws -> Role {
        let trust = try WireValue(accessJSON: Array(#"{"Version":"2012-10-17","Statement":\#(statement)}"#.utf8))
        return try Role(name: "App", document: ["trustPolicy": trust])
    }

    /// A statement for web identities with a condition.
    private static func statement(
        _ condition: String, of provider: String = "cognito-identity.amazonaws.com",
        action: String = #""Action":"sts:AssumeRoleWithWebIdentity""#
    ) -> String {
        #"{"Effect":"Allow",\#(action),"Principal":{"Federated":"\#(provider)"},"Condition":{\#(condition)}}"#
    }

    private static let audience = #""StringEquals":{"cognito-identity.amazonaws.com:aud":"\#(pool)"}"#

    @Test func `a trust policy with the pool as audience is accepted`() throws {
        try Self.role(Self.statement(Self.audience)).checkTrust()
        let amr = #""ForAnyValue:StringLike":{"cognito-identity.amazonaws.com:amr":"authenticated"}"#
        try Self.role(Self.statement(Self.audience + "," + amr)).checkTrust()
    }

    @Test(arguments: [
        #""StringEquals":{"cognito-identity.amazonaws.com:sub":"x"}"#,
        #""StringLike":{"cognito-identity.amazonaws.com:aud":"*"}"#,
        #""StringLike":{"cognito-identity.amazonaws.com:aud":"?*"}"#,
        #""StringLike":{"cognito-identity.amazonaws.com:aud":["us-east-1:1*","*-*"]}"#,
        #""StringEquals":{"cognito-identity.amazonaws.com:aud":"${cognito-identity.amazonaws.com:aud}"}"#,
        #""StringEqualsIfExists":{"cognito-identity.amazonaws.com:aud":"p"}"#,
        #""StringNotEquals":{"cognito-identity.amazonaws.com:aud":"p"}"#,
        #""Null":{"cognito-identity.amazonaws.com:aud":"false"}"#,
        #""ForAllValues:StringEquals":{"cognito-identity.amazonaws.com:aud":"p"}"#,
        #""StringEquals":{"accounts.google.com:aud":"p"}"#,
    ])
    func `a trust policy that does not name the audience is refused`(condition: String) throws {
        let role = try Self.role(Self.statement(condition))
        #expect(throws: AccessFlaw.self) { try role.checkTrust() }
        let wide = try Self.role(Self.statement(condition, action: #""Action":"sts:*""#))
        #expect(throws: AccessFlaw.self) { try wide.checkTrust() }
        let other = try Self.role(Self.statement(condition, action: #""NotAction":"sts:AssumeRole""#))
        #expect(throws: AccessFlaw.self) { try other.checkTrust() }
    }

    @Test func `ForAllValues on the audience is refused also beside StringEquals, and the message says why`() throws {
        let all = #""ForAllValues:StringEquals":{"cognito-identity.amazonaws.com:aud":"p"}"#
        let flaw = #expect(throws: AccessFlaw.self) {
            try Self.role(Self.statement(Self.audience + "," + all)).checkTrust()
        }
        #expect(
            flaw?.description
                == "trustPolicy.Statement[0].Condition: ForAllValues holds for a token without an audience: "
                + "use StringEquals")
    }

    @Test func `the audience of an OpenID Connect provider has the provider's key`() throws {
        let arn = "arn:aws:iam::123456789012:oidc-provider/login.example.com/tenant"
        let condition = #""StringEquals":{"login.example.com/tenant:aud":"web"}"#
        try Self.role(Self.statement(condition, of: arn)).checkTrust()
        #expect(throws: AccessFlaw.self) { try Self.role(Self.statement(Self.audience, of: arn)).checkTrust() }
    }

    @Test func `a SAML provider needs no audience of a web identity`() throws {
        let arn = "arn:aws:iam::123456789012:saml-provider/corp"
        let condition = #""StringEquals":{"saml:aud":"https://example.com/saml"}"#
        try Self.role(Self.statement(condition, of: arn)).checkTrust()
    }

    @Test func `a role that trusts pool B refuses the token of pool A`() throws {
        let trust = try Self.role(Self.statement(Self.audience)).trust
        func decision(pool: String, provider: String = "cognito-identity.amazonaws.com") -> AccessDecision {
            trust.decision(
                on: request(Self.action, on: "*", ["cognito-identity.amazonaws.com:aud": [pool]]),
                by: .federated(providers: [provider]), acceptsAccount: false)
        }
        #expect(decision(pool: Self.pool) == .allowed)
        #expect(decision(pool: "us-east-1:99999999-2222-4333-8444-555555555555") == .implicitlyDenied)
        #expect(decision(pool: Self.pool, provider: "accounts.google.com") == .implicitlyDenied)
    }

    @Test func `ForAllValues on a missing audience holds, which is why serve refuses it`() throws {
        let all = #""ForAllValues:StringEquals":{"cognito-identity.amazonaws.com:aud":"p"}"#
        let trust = try Self.role(Self.statement(all)).trust
        let decision = trust.decision(
            on: request(Self.action, on: "*"), by: .federated(providers: ["cognito-identity.amazonaws.com"]),
            acceptsAccount: false)
        #expect(decision == .allowed)
    }

    @Test func `a trusted account needs a permission of the caller, a trusted user does not`() throws {
        let ada = AccessCaller.aws(arns: ["arn:aws:iam::123456789012:user/ada"], account: "123456789012")
        func decision(_ principal: String, acceptsAccount: Bool) throws -> AccessDecision {
            try trust(#"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":\#(principal)}"#).decision(
                on: request("sts:AssumeRole", on: "*"), by: ada, acceptsAccount: acceptsAccount)
        }
        for principal in [#"{"AWS":"123456789012"}"#, #"{"AWS":"arn:aws:iam::123456789012:root"}"#] {
            #expect(try decision(principal, acceptsAccount: false) == .implicitlyDenied)
            #expect(try decision(principal, acceptsAccount: true) == .allowed)
        }
        for principal in [#""*""#, #"{"AWS":"*"}"#, #"{"AWS":["arn:aws:iam::123456789012:user/ada"]}"#] {
            #expect(try decision(principal, acceptsAccount: false) == .allowed)
        }
        #expect(
            try decision(#"{"AWS":"arn:aws:iam::123456789012:user/bob"}"#, acceptsAccount: true) == .implicitlyDenied)
        #expect(try decision(#"{"Federated":"accounts.google.com"}"#, acceptsAccount: true) == .implicitlyDenied)
    }

    @Test func `everyone as a principal does not trust people of identity providers`() throws {
        let everyone = try trust(#"{"Effect":"Allow","Action":"sts:*","Principal":"*"}"#)
        let decision = everyone.decision(
            on: request(Self.action, on: "*"), by: .federated(providers: ["cognito-identity.amazonaws.com"]),
            acceptsAccount: true)
        #expect(decision == .implicitlyDenied)
    }
}
