// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

@Suite struct RoleARNTests {
    @Test(arguments: [
        ("arn:aws:iam::123456789012:role/Users", "arn:aws:sts::123456789012:assumed-role/Users/s"),
        ("arn:aws:iam::123456789012:role/app/team/Users", "arn:aws:sts::123456789012:assumed-role/Users/s"),
        ("arn:aws-cn:iam::123456789012:role/Users", "arn:aws-cn:sts::123456789012:assumed-role/Users/s"),
    ])
    func `a session is known by the role's name without its path`(_ role: String, _ session: String) {
        #expect(RoleARN(role)?.sessionARN(named: "s") == session)
    }

    @Test(arguments: [
        "", ":::::", "arn:aws:iam::123456789012:role/", "arn:aws:iam::123456789012:role/Users/",
        "arn:aws:iam::123456789012:user/Users", "arn:aws:iam::12345:role/Users", "arn:aws:sts::123456789012:role/Users",
        "arn:aws:iam:us-east-1:123456789012:role/Users", "arn::iam::123456789012:role/Users",
        "arn:aws:iam::١٢٣٤٥٦٧٨٩٠١٢:role/Users", "arn:aws:iam::123456789012:role/a:b",
    ])
    func `other ARNs name no role`(_ text: String) {
        #expect(RoleARN(text) == nil)
    }
}

/// The fault for a text that is not the ARN of a role; the texts were observed at AWS.
@Suite struct MalformedRoleARNTests {
    private static let malformed = [
        "arn:aws:iam::123456789012:saml-provider/corp", "arn:aws:iam::123456789012:oidc-provider/login.example.com",
        "arn:aws:iam:123456789012:role/Deploy", "arn:aws:iam::123456789012:role/", "my-stack-AuthenticatedRole-KBKH",
    ]
    private static let invalid = ServiceFault("ValidationError", "Request ARN is invalid")

    @Test(arguments: malformed)
    func `AssumeRole refuses it, also for an administrator`(_ arn: String) async throws {
        let account = try await Account()
        await #expect(throws: Self.invalid) {
            try await account.tokens(.administrator(accessKeyID: "AKIATEST")).assumeRole(
                AssumeRoleRequest(roleArn: arn, roleSessionName: "session"))
        }
        // An unsigned request learns nothing of its members.
        let unsigned = await #expect(throws: ServiceFault.self) {
            try await account.tokens(.anonymous).assumeRole(
                AssumeRoleRequest(roleArn: arn, roleSessionName: "session"))
        }
        #expect(unsigned?.code == .queryMissingAuthenticationToken)
    }

    @Test(arguments: malformed)
    func `the operations without signatures refuse it before they look at the token`(_ arn: String) async throws {
        let account = try await Account()
        let tokens = account.tokens(.anonymous)
        await #expect(throws: Self.invalid) {
            try await tokens.assumeRoleWithWebIdentity(
                AssumeRoleWithWebIdentityRequest(roleArn: arn, roleSessionName: "app", webIdentityToken: "a text"))
        }
        await #expect(throws: Self.invalid) {
            try await tokens.assumeRoleWithSAML(
                AssumeRoleWithSAMLRequest(
                    roleArn: arn, principalArn: "arn:aws:iam::123456789012:saml-provider/corp",
                    samlAssertion: "a text"))
        }
    }
}
