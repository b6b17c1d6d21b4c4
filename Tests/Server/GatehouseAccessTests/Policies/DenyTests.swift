// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

/// The principals that a Deny of a trust policy names, and the letters that its conditions compare.
@Suite struct DenyTests {
    private static let identities = "cognito-identity.amazonaws.com"
    private static let account = "123456789012"
    private static let ada = "arn:aws:iam::123456789012:user/ada"
    private static let bob = "arn:aws:iam::123456789012:user/bob"

    /// The decision about a caller that an Allow for all callers of this test permits.
    private static func decision(_ principals: String, on caller: AccessCaller) throws -> AccessDecision {
        let everyone = #""Principal":{"AWS":"*","Federated":["\#(identities)","accounts.google.com"]}"#
        return try trust(
            #"{"Effect":"Allow","Action":"sts:*",\#(everyone)},{"Effect":"Deny","Action":"sts:*",\#(principals)}"#
        ).decision(on: request("sts:AssumeRole", on: "*"), by: caller, acceptsAccount: false)
    }

    @Test(arguments: [#""Principal":"*""#, #""Principal":{"AWS":"*"}"#, #""Principal":{"AWS":["*","\#(account)"]}"#])
    func `a Deny for everyone denies users, sessions, guests and people of identity providers`(
        principals: String
    ) throws {
        for caller: AccessCaller in [
            .federated(providers: [Self.identities]), .federated(providers: ["accounts.google.com"]),
            .aws(arns: [Self.ada], account: Self.account),
        ] {
            #expect(try Self.decision(principals, on: caller) == .explicitlyDenied)
        }
    }

    @Test func `a Deny for an account or a user denies no person of an identity provider`() throws {
        for principals in [#""Principal":{"AWS":"\#(Self.account)"}"#, #""Principal":{"AWS":"\#(Self.ada)"}"#] {
            #expect(try Self.decision(principals, on: .federated(providers: [Self.identities])) == .allowed)
            #expect(
                try Self.decision(principals, on: .aws(arns: [Self.ada], account: Self.account)) == .explicitlyDenied)
        }
    }

    @Test(arguments: [
        "arn:aws:iam::123456789012:oidc-provider/accounts.google.com", "Accounts.Google.com", "accounts.google.com/",
    ])
    func `a Deny for a provider denies its people in each form of the provider's name`(name: String) throws {
        let principals = #""Principal":{"Federated":"\#(name)"}"#
        #expect(
            try Self.decision(principals, on: .federated(providers: ["accounts.google.com"])) == .explicitlyDenied)
        #expect(try Self.decision(principals, on: .federated(providers: [Self.identities])) == .allowed)
        let allow = try trust(#"{"Effect":"Allow","Action":"sts:*",\#(principals)}"#)
        #expect(
            allow.decision(
                on: request("sts:AssumeRole", on: "*"), by: .federated(providers: ["accounts.google.com"]),
                acceptsAccount: true) == .implicitlyDenied)
    }

    @Test func `a Deny for a user denies the federated users of that user`() throws {
        let federated = AccessCaller.aws(
            arns: ["arn:aws:sts::123456789012:federated-user/x"], account: Self.account, source: Self.ada)
        #expect(try Self.decision(#""Principal":{"AWS":"\#(Self.ada)"}"#, on: federated) == .explicitlyDenied)
        #expect(try Self.decision(#""Principal":{"AWS":"\#(Self.bob)"}"#, on: federated) == .allowed)
        let allow = try trust(#"{"Effect":"Allow","Action":"sts:*","Principal":{"AWS":"\#(Self.ada)"}}"#)
        #expect(
            allow.decision(on: request("sts:AssumeRole", on: "*"), by: federated, acceptsAccount: false)
                == .implicitlyDenied)
    }

    @Test func `NotPrincipal excepts the named users alone, also beside their account`() throws {
        let (ada, bob) = (
            AccessCaller.aws(arns: [Self.ada], account: Self.account),
            AccessCaller.aws(arns: [Self.bob], account: Self.account)
        )
        for names in [#"["\#(Self.ada)"]"#, #"["\#(Self.ada)","\#(Self.account)"]"#] {
            #expect(try Self.decision(#""NotPrincipal":{"AWS":\#(names)}"#, on: ada) == .allowed)
            #expect(try Self.decision(#""NotPrincipal":{"AWS":\#(names)}"#, on: bob) == .explicitlyDenied)
        }
        #expect(try Self.decision(#""NotPrincipal":{"AWS":"\#(Self.account)"}"#, on: bob) == .allowed)
    }

    @Test func `NotPrincipal excepts people of identity providers by the provider's name only`() throws {
        let guest = AccessCaller.federated(providers: [Self.identities])
        #expect(try Self.decision(#""NotPrincipal":{"AWS":"*"}"#, on: guest) == .explicitlyDenied)
        #expect(
            try Self.decision(#""NotPrincipal":{"Federated":"accounts.google.com"}"#, on: guest) == .explicitlyDenied)
        #expect(try Self.decision(#""NotPrincipal":{"Federated":"\#(Self.identities)"}"#, on: guest) == .allowed)
    }

    @Test(arguments: [
        ("Deny", "StringEqualsIgnoreCase", AccessDecision.explicitlyDenied),
        ("Deny", "StringNotEqualsIgnoreCase", .explicitlyDenied),
        ("Allow", "StringEqualsIgnoreCase", .implicitlyDenied),
        ("Allow", "StringNotEqualsIgnoreCase", .implicitlyDenied),
    ])
    func `the case of letters beyond ASCII is ignored so that a Deny applies and an Allow does not`(
        effect: String, name: String, decision: AccessDecision
    ) throws {
        let condition = #""\#(name)":{"aws:PrincipalTag/a":"ÉVA"}"#
        let own = try policy(#"{"Effect":"\#(effect)","Action":"*","Resource":"*","Condition":{\#(condition)}}"#)
        #expect(own.decision(on: request("a:B", on: "*", ["aws:PrincipalTag/a": ["éva"]])) == decision)
    }

    @Test(arguments: [
        ("ΟΔΟΣ", "οδος"), ("οδος", "οδοσ"), ("secret", "ſecret"), ("KELVIN", "\u{212A}elvin"), ("ADMIN", "admın"),
        ("STRAẞE", "straße"), ("ΜICRO", "µicro"),
    ])
    func `letters that have one upper case are the same in a Deny that ignores case`(own: String, tag: String) throws {
        for (own, tag) in [(own, tag), (tag, own)] {
            let deny = try policy(
                #"""
                {"Effect":"Deny","Action":"*","Resource":"*",
                 "Condition":{"StringEqualsIgnoreCase":{"aws:PrincipalTag/a":"\#(own)"}}}
                """#)
            func decision(_ tag: String) -> AccessDecision {
                deny.decision(on: request("a:B", on: "*", ["aws:PrincipalTag/a": [tag]]))
            }
            #expect(decision(tag) == .explicitlyDenied)
            #expect(decision(tag + "x") == .implicitlyDenied)
        }
    }

    @Test(arguments: [("TEAM", "team"), ("ÄRZTE", "ärzte"), ("ärzte", "ÄRZTE"), ("Ⱥ", "ⱥ")])
    func `a Deny on a tag denies the tag with letters in other case`(own: String, key: String) throws {
        let deny = try policy(
            #"""
            {"Effect":"Deny","Action":"*","Resource":"*","Condition":{"StringEquals":{"aws:PrincipalTag/\#(own)":"x"}}}
            """#)
        func decision(_ key: String) -> AccessDecision {
            deny.decision(on: request("a:B", on: "*", [ContextKey("aws:PrincipalTag/" + key): ["x"]]))
        }
        #expect(decision(key) == .explicitlyDenied)
        #expect(decision(key + "x") == .implicitlyDenied)
    }
}
