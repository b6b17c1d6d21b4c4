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

/// Chains of roles by which a caller would get more than its policies permit.
@Suite struct AssumeRoleAttackTests {
    private static let first = "arn:aws:iam::123456789012:role/First"
    private static let second = "arn:aws:iam::123456789012:role/Second"

    private static func trust(_ principal: String, _ effect: String = "Allow", _ condition: String = "{}") -> String {
        #"{"Effect":"\#(effect)","Action":"sts:*","Principal":{"AWS":"\#(principal)"},"Condition":\#(condition)}"#
    }

    /// The session of a role.
    private static func assume(
        _ role: String, _ account: Account, by principal: Principal, policy: String? = nil, source: String? = nil
    ) async throws -> Principal {
        let answer = try await account.tokens(principal).assumeRole(
            AssumeRoleRequest(
                roleArn: role, roleSessionName: "session", policy: policy, sourceIdentity: source))
        return try await account.principal(answer.credentials?.accessKeyId, answer.credentials?.sessionToken)
    }

    private static func expectDenied(
        _ account: Account, _ principal: Principal, source: String? = nil
    ) async {
        let fault = await #expect(throws: ServiceFault.self) {
            try await assume(second, account, by: principal, source: source)
        }
        #expect(fault?.code == .queryAccessDenied)
    }

    @Test(arguments: [nil, #"{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"*"}"#])
    func `a session policy without sts:AssumeRole keeps a session from a role that trusts its role`(
        permissions: String?
    ) async throws {
        let account = try await Account()
        let administrator = Principal.administrator(accessKeyID: "AKIATEST")
        try await account.registerRole("First", trust: Self.trust("*"), allowing: permissions)
        try await account.registerRole("Second", trust: Self.trust(Self.first))
        let free = try await Self.assume(Self.first, account, by: administrator)
        _ = try await Self.assume(Self.second, account, by: free)
        let policy = #"{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:*","Resource":"*"}}"#
        let restricted = try await Self.assume(Self.first, account, by: administrator, policy: policy)
        await Self.expectDenied(account, restricted)
    }

    @Test func `a session of a role without a source identity cannot take one that the trust policy denies`()
        async throws
    {
        let account = try await Account()
        try await account.registerRole("First", trust: Self.trust("*"))
        let deny = Self.trust("*", "Deny", #"{"StringEquals":{"sts:SourceIdentity":"root"}}"#)
        try await account.registerRole("Second", trust: Self.trust(Self.first) + "," + deny)
        let session = try await Self.assume(Self.first, account, by: .administrator(accessKeyID: "AKIATEST"))
        _ = try await Self.assume(Self.second, account, by: session, source: "ada")
        await Self.expectDenied(account, session, source: "root")
    }

    @Test func `the sessions of a user and of a role that were deleted assume no role that trusts them`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let user = "arn:aws:iam::123456789012:user/ada"
        try await account.registerRole("First", trust: Self.trust("*"))
        try await account.registerRole("Second", trust: Self.trust(Self.first) + "," + Self.trust(user))
        let answer = try await account.tokens(try await account.user("ada")).getSessionToken(GetSessionTokenRequest())
        let ada = try await account.principal(answer.credentials?.accessKeyId, answer.credentials?.sessionToken)
        let session = try await Self.assume(Self.first, account, by: ada)
        _ = try await Self.assume(Self.second, account, by: ada)
        _ = try await Self.assume(Self.second, account, by: session)
        try await account.securityTokens.registry.delete(.user, named: "ada")
        try await account.securityTokens.registry.delete(.role, named: "First")
        await Self.expectDenied(account, ada)
        await Self.expectDenied(account, session)
    }
}
