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

/// A `Deny` for a region, which would deny nothing if the request had no region.
@Suite struct RequestedRegionTests {
    private static let closed = #""Condition":{"StringEquals":{"aws:RequestedRegion":"us-east-1"}}"#
    private static let role = "arn:aws:iam::123456789012:role/First"

    private static func policy(denying action: String) -> String {
        #"""
        {"Effect":"Allow","Action":"*","Resource":"*"},
        {"Effect":"Deny","Action":"\#(action)","Resource":"*",\#(closed)}
        """#
    }

    private static func trust(denying principal: String) -> String {
        #"{"Effect":"Deny","Action":"sts:*","Principal":\#(principal),\#(closed)}"#
    }

    @Test func `a role is not passed in a region where a policy denies it`() async throws {
        let account = try await Account()
        for (name, action) in [("ada", "iam:PassRole"), ("eve", "iam:GetRole")] {
            try await account.registerUser(name, allowing: Self.policy(denying: action))
        }
        let (ada, eve) = (try await account.user("ada"), try await account.user("eve"))
        let fault = await #expect(throws: ServiceFault.self) { try await Self.pass(account, ada, in: "us-east-1") }
        #expect(fault?.code == .accessDenied)
        try await Self.pass(account, ada, in: "eu-west-1")
        try await Self.pass(account, eve, in: "us-east-1")
    }

    private static func pass(_ account: Account, _ user: Principal, in region: String) async throws {
        try await account.securityTokens.authority.permitPassing(
            role, toService: "cognito-idp.amazonaws.com", by: user, from: "10.1.2.3", inRegion: region)
    }

    @Test(arguments: [true, false])
    func `a role is assumed in no region where the trust policy or the caller's one denies it`(
        byTrust: Bool
    ) async throws {
        let account = try await Account()
        let allow = #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"}}"#
        try await account.registerRole(
            "First", trust: byTrust ? allow + "," + Self.trust(denying: #"{"AWS":"*"}"#) : allow)
        try await account.registerUser("ada", allowing: byTrust ? nil : Self.policy(denying: "sts:AssumeRole"))
        let ada = try await account.user("ada")
        let request = AssumeRoleRequest(roleArn: Self.role, roleSessionName: "session")
        let fault = await #expect(throws: ServiceFault.self) { try await account.tokens(ada).assumeRole(request) }
        #expect(fault?.code == .queryAccessDenied)
        #expect(try await account.tokens(ada, region: "eu-west-1").assumeRole(request).credentials != nil)
    }

    @Test func `a federated user gets no credentials in a region where a policy denies it`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: Self.policy(denying: "sts:GetFederationToken"))
        let ada = try await account.user("ada")
        let request = GetFederationTokenRequest(name: "eve")
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(ada).getFederationToken(request)
        }
        #expect(fault?.code == .accessDenied)
        #expect(try await account.tokens(ada, region: "eu-west-1").getFederationToken(request).credentials != nil)
    }
}
