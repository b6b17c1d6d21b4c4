// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

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
