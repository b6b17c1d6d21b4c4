// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// What the log learns of a refused AssumeRole; the client's text is the same for all of these.
@Suite struct RefusalCauseTests {
    private static let arn = "arn:aws:iam::123456789012:role/Deploy"
    private static let ada = "arn:aws:iam::123456789012:user/ada"

    private static func trust(_ principal: String, _ effect: String = "Allow", _ condition: String = "{}") -> String {
        #"{"Effect":"\#(effect)","Action":"sts:*","Principal":{"AWS":"\#(principal)"},"Condition":\#(condition)}"#
    }

    /// The reason for the refusal of a user with a permission, by a role with a trust policy.
    private static func refusal(trust: String?, allowing permission: String? = nil) async throws -> RefusedAccess? {
        let account = try await Account()
        try await account.registerUser("ada", allowing: permission)
        if let trust { try await account.registerRole("Deploy", trust: trust) }
        let user = try await account.user("ada")
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(user).assumeRole(
                AssumeRoleRequest(roleArn: arn, roleSessionName: "session", externalId: "other"))
        }
        #expect(
            fault?.message == "User: \(ada) is not authorized to perform: sts:AssumeRole on resource: \(arn)")
        return fault?.cause as? RefusedAccess
    }

    @Test(
        arguments: [
            (nil, nil, .roleNotRegistered),
            (trust("arn:aws:iam::123456789012:user/bob"), nil, .trustPolicyPrincipal),
            (trust("123456789012"), nil, .noIdentityPolicy),
            (trust(ada, "Allow", #"{"StringEquals":{"sts:ExternalId":"x"}}"#), nil, .trustPolicyCondition),
            (trust(ada) + "," + trust(ada, "Deny"), nil, .trustPolicyDenies),
            (trust(ada), #"{"Effect":"Deny","Action":"sts:*","Resource":"*"}"#, .identityPolicyDenies),
        ] as [(String?, String?, RefusedAccess.Cause)])
    func `each refusal has its reason, the caller, the action and the role`(
        _ trust: String?, _ permission: String?, _ cause: RefusedAccess.Cause
    ) async throws {
        let refusal = try await Self.refusal(trust: trust, allowing: permission)
        let attempt = RefusedAttempt(principal: Self.ada, action: "sts:AssumeRole", resource: Self.arn)
        #expect(refusal == RefusedAccess(cause, attempt))
    }

    @Test func `a refused web identity token has its reason, and no claim`() async throws {
        let account = try await Account()
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(.anonymous).assumeRoleWithWebIdentity(
                AssumeRoleWithWebIdentityRequest(
                    roleArn: Self.arn, roleSessionName: "app", webIdentityToken: "a text"))
        }
        let reason = fault?.cause as? any RefusalReason
        #expect(reason?.refusedBy == "token_form")
        #expect(reason?.attempt == RefusedAttempt())
    }
}
