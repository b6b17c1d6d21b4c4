// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import Testing

@Suite("The decisions of several policies")
struct AccessDecisionTests {
    static let all: [AccessDecision] = [.allowed, .implicitlyDenied, .explicitlyDenied]

    @Test("An explicit denial takes precedence over every other decision", arguments: all)
    func denialWins(_ other: AccessDecision) {
        #expect(other.or(.explicitlyDenied) == .explicitlyDenied)
        #expect(AccessDecision.explicitlyDenied.or(other) == .explicitlyDenied)
    }

    @Test("One policy that allows is enough where none denies")
    func oneAllows() {
        #expect(AccessDecision.implicitlyDenied.or(.allowed) == .allowed)
        #expect(AccessDecision.allowed.or(.implicitlyDenied) == .allowed)
        #expect(AccessDecision.implicitlyDenied.or(.implicitlyDenied) == .implicitlyDenied)
    }
}

/// The reasons of refusals as the log names them.
@Suite struct RefusedAccessTests {
    private static let caller = AccessCaller.aws(
        arns: ["arn:aws:iam::123456789012:user/ada"], account: "123456789012")
    private static let ada = #""Principal":{"AWS":"arn:aws:iam::123456789012:user/ada"}"#
    private static let bob = #""Principal":{"AWS":"arn:aws:iam::123456789012:user/bob"}"#
    private static let account = #""Principal":{"AWS":"123456789012"}"#
    private static let external = #""Condition":{"StringEquals":{"sts:ExternalId":"x"}}"#

    @Test(
        arguments: [
            (#"{"Effect":"Allow","Action":"sts:AssumeRole",\#(ada)}"#, nil),
            (#"{"Effect":"Allow","Action":"sts:AssumeRole",\#(bob)}"#, .trustPolicyPrincipal),
            (#"{"Effect":"Allow","Action":"sts:AssumeRole",\#(account)}"#, .trustPolicyPrincipal),
            (#"{"Effect":"Allow","Action":"sts:TagSession",\#(ada)}"#, .trustPolicyAction),
            (#"{"Effect":"Allow","Action":"sts:AssumeRole",\#(ada),\#(external)}"#, .trustPolicyCondition),
            (
                #"{"Effect":"Allow","Action":"sts:*",\#(ada)},{"Effect":"Deny","Action":"sts:*",\#(ada)}"#,
                .trustPolicyDenies
            ),
            // The Deny is of no account, and its Allow names another user.
            (
                #"{"Effect":"Allow","Action":"sts:*",\#(bob)},{"Effect":"Deny","Action":"sts:*",\#(bob)}"#,
                .trustPolicyPrincipal
            ),
        ] as [(String, RefusedAccess.Cause?)])
    func `a trust policy refuses by the part that does not fit`(
        _ statements: String, _ cause: RefusedAccess.Cause?
    ) throws {
        let asked = request("sts:AssumeRole", on: "arn:aws:iam::123456789012:role/app")
        #expect(try trust(statements).refusal(of: asked, by: Self.caller, acceptsAccount: false) == cause)
    }

    @Test func `no Allow and a Deny are different words, of the session and of the principal`() {
        let causes = [AccessRefusal.Source.identity, .session].flatMap { source in
            [false, true].map { AccessRefusal(source, isExplicit: $0).cause.rawValue }
        }
        #expect(
            causes == [
                "no_identity_policy_allows", "identity_policy_denies", "no_session_policy_allows",
                "session_policy_denies",
            ])
    }
}
