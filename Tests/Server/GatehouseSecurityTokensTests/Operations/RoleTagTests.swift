// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Conditions on the tags of roles.
@Suite struct RoleTagTests {
    /// An account with the roles `prod` and `test`, each tagged with its name, and a user who may have both but for a
    /// Deny.
    private static func account(_ action: String) async throws -> (account: Account, user: Principal) {
        let account = try await Account()
        for stage in ["prod", "test"] {
            let json = #"""
                {"trustPolicy":{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"sts:AssumeRole",
                  "Principal":{"AWS":"123456789012"}}},"tags":{"Stage":"\#(stage)"}}
                """#
            try await account.securityTokens.registry.create(
                .role, named: stage, document: WireValue(accessJSON: Array(json.utf8)))
        }
        try await account.registerUser(
            "ada",
            allowing: #"""
                {"Effect":"Allow","Action":"*","Resource":"*"},
                {"Effect":"Deny","Action":"\#(action)","Resource":"*",
                 "Condition":{"StringEquals":{"aws:ResourceTag/stage":"prod"}}}
                """#)
        return (account, try await account.user("ada"))
    }

    @Test(arguments: [("prod", false), ("test", true)])
    func `a Deny on a tag keeps a role from being assumed`(role: String, isAllowed: Bool) async throws {
        let (account, user) = try await Self.account("sts:AssumeRole")
        let request = AssumeRoleRequest(
            roleArn: "arn:aws:iam::123456789012:role/\(role)", roleSessionName: "session")
        let answer = try? await account.tokens(user).assumeRole(request)
        #expect((answer != nil) == isAllowed)
    }

    @Test(arguments: [("prod", false), ("test", true), ("unknown", true)])
    func `a Deny on a tag keeps a role from being passed`(role: String, isAllowed: Bool) async throws {
        let (account, user) = try await Self.account("iam:PassRole")
        let verdict = try await account.securityTokens.authority.verdictOnPassing(
            "arn:aws:iam::123456789012:role/\(role)", toService: "cognito-identity.amazonaws.com", by: user,
            from: "127.0.0.1", inRegion: "us-east-1")
        let isDenied = if case .denied = verdict { true } else { false }
        #expect(isDenied != isAllowed)
    }
}
