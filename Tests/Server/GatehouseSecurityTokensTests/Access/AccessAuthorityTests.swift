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

@Suite struct AccessAuthorityTests {
    private static let action = "cognito-identity:ListIdentities"

    private static func verdict(
        _ account: Account, _ principal: Principal, on resource: String = "*", action: String = Self.action
    ) async throws -> AccessVerdict {
        try await account.securityTokens.authority.verdict(
            on: action, resource: resource, by: principal, from: "10.1.2.3", inRegion: "us-east-1")
    }

    @Test func `a registered user may do what policies permit, and nothing after its deletion`() async throws {
        let account = try await Account()
        try await account.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":"cognito-identity:List*","Resource":"*"}"#)
        let ada = try await account.user("ada")
        #expect(try await Self.verdict(account, ada) == .allowed)
        #expect(
            try await Self.verdict(account, ada, action: "cognito-identity:DeleteIdentities")
                == .denied(AccessRefusal(.identity, isExplicit: false)))
        try await account.securityTokens.registry.delete(.user, named: "ada")
        #expect(try await Self.verdict(account, ada) == .denied(AccessRefusal(.identity, isExplicit: false)))
    }

    @Test func `an update of the policies decides about access keys that exist`() async throws {
        let account = try await Account()
        try await account.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":"cognito-identity:List*","Resource":"*"}"#)
        let ada = try await account.user("ada")
        #expect(try await Self.verdict(account, ada) == .allowed)
        try await account.securityTokens.registry.update(.user, named: "ada", document: [:])
        #expect(try await Self.verdict(account, ada) == .denied(AccessRefusal(.identity, isExplicit: false)))
    }

    @Test func `a session of a role has the permissions of the role as they are now`() async throws {
        let account = try await Account()
        let session = Account.session()
        #expect(
            try await Self.verdict(account, .role(session)) == .denied(AccessRefusal(.identity, isExplicit: false)))
        try await account.registerRole(
            "Guests", trust: Account.trust(pool: Account.pool),
            allowing: #"{"Effect":"Allow","Action":"*","Resource":"*"}"#)
        #expect(try await Self.verdict(account, .role(session)) == .allowed)
        // Guests have the services of apps only, whatever their role permits.
        #expect(
            try await Self.verdict(account, .role(session), action: "iam:CreateUser")
                == .denied(AccessRefusal(.session, isExplicit: false)))
    }

    @Test func `the identity's id, pool and methods are values of conditions and variables`() async throws {
        let account = try await Account()
        let session = Account.session()
        let own = #"arn:aws:s3:::data/${cognito-identity.amazonaws.com:sub}/*"#
        try await account.registerRole(
            "Guests", trust: Account.trust(pool: Account.pool),
            allowing: #"""
                {"Effect":"Allow","Action":"s3:*","Resource":"\#(own)",
                 "Condition":{"StringEquals":{"cognito-identity.amazonaws.com:aud":"\#(Account.pool)"},
                              "IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}
                """#)
        let action = "s3:GetObject"
        #expect(
            try await Self.verdict(
                account, .role(session), on: "arn:aws:s3:::data/\(Account.identity)/x", action: action) == .allowed)
        #expect(
            try await Self.verdict(account, .role(session), on: "arn:aws:s3:::data/other/x", action: action)
                != .allowed)
    }

    @Test func `an administrator may do everything, an unsigned request nothing`() async throws {
        let account = try await Account()
        #expect(try await Self.verdict(account, .administrator(accessKeyID: "AKIATEST")) == .allowed)
        #expect(try await Self.verdict(account, .anonymous) != .allowed)
    }

    @Test func `the refusal of an administration call names caller, action, resource and reason`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: #"{"Effect":"Deny","Action":"*","Resource":"*"}"#)
        let ada = try await account.user("ada")
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.securityTokens.authority.permit(
                "cognito-idp:AdminGetUser", on: "arn:aws:cognito-idp:us-east-1:123456789012:userpool/p", to: ada,
                from: "10.1.2.3", inRegion: "us-east-1")
        }
        #expect(fault?.code == .accessDenied)
        #expect(
            fault?.message
                == "User: arn:aws:iam::123456789012:user/ada is not authorized to perform: cognito-idp:AdminGetUser "
                + "on resource: arn:aws:cognito-idp:us-east-1:123456789012:userpool/p "
                + "with an explicit deny in an identity-based policy")
    }
}
