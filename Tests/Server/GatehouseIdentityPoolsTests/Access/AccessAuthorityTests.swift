// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

@Suite struct AccessAuthorityTests {
    private static let action = "cognito-identity:ListIdentities"

    private static func verdict(
        _ house: House, _ principal: Principal, on resource: String = "*", action: String = Self.action
    ) async throws -> AccessVerdict {
        try await house.pools.authority.verdict(
            on: action, resource: resource, by: principal, from: "10.1.2.3")
    }

    @Test func `a registered user may do what policies permit, and nothing after its deletion`() async throws {
        let house = try await House()
        try await house.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":"cognito-identity:List*","Resource":"*"}"#)
        let ada = try await house.user("ada")
        #expect(try await Self.verdict(house, ada) == .allowed)
        #expect(
            try await Self.verdict(house, ada, action: "cognito-identity:DeleteIdentities")
                == .denied(AccessRefusal(.identity, isExplicit: false)))
        try await house.pools.registry.delete(.user, named: "ada")
        #expect(try await Self.verdict(house, ada) == .denied(AccessRefusal(.identity, isExplicit: false)))
    }

    @Test func `a session of a role has the permissions of the role as they are now`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let session = try await house.session(of: house.credentials(house.id(in: pool)).credentials)
        #expect(
            try await Self.verdict(house, .role(session)) == .denied(AccessRefusal(.identity, isExplicit: false)))
        try await house.registerRole(
            "Guests", trust: House.trust(pool: pool),
            allowing: #"{"Effect":"Allow","Action":"*","Resource":"*"}"#)
        #expect(try await Self.verdict(house, .role(session)) == .allowed)
        // Guests have the services of apps only, whatever their role permits.
        #expect(
            try await Self.verdict(house, .role(session), action: "iam:CreateUser")
                == .denied(AccessRefusal(.session, isExplicit: false)))
    }

    @Test func `the identity's id, pool and methods are values of conditions and variables`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let identity = try await house.id(in: pool)
        let session = try await house.session(of: house.credentials(identity).credentials)
        let own = #"arn:aws:s3:::data/${cognito-identity.amazonaws.com:sub}/*"#
        try await house.registerRole(
            "Guests", trust: House.trust(pool: pool),
            allowing: #"""
                {"Effect":"Allow","Action":"s3:*","Resource":"\#(own)",
                 "Condition":{"StringEquals":{"cognito-identity.amazonaws.com:aud":"\#(pool)"},
                              "IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}
                """#)
        let action = "s3:GetObject"
        #expect(
            try await Self.verdict(
                house, .role(session), on: "arn:aws:s3:::data/\(identity)/x", action: action) == .allowed)
        #expect(
            try await Self.verdict(house, .role(session), on: "arn:aws:s3:::data/other/x", action: action)
                != .allowed)
    }

    @Test func `an administrator may do everything, an unsigned request nothing`() async throws {
        let house = try await House()
        #expect(try await Self.verdict(house, .administrator(accessKeyID: "AKIATEST")) == .allowed)
        #expect(try await Self.verdict(house, .anonymous) != .allowed)
    }

    @Test func `the refusal of an administration call names caller, action, resource and reason`() async throws {
        let house = try await House()
        try await house.registerUser("ada", allowing: #"{"Effect":"Deny","Action":"*","Resource":"*"}"#)
        let ada = try await house.user("ada")
        let fault = await #expect(throws: ServiceFault.self) {
            try await house.pools.authority.permit(
                "cognito-idp:AdminGetUser", on: "arn:aws:cognito-idp:us-east-1:123456789012:userpool/p", to: ada,
                from: "10.1.2.3")
        }
        #expect(fault?.code == .accessDenied)
        #expect(
            fault?.message
                == "User: arn:aws:iam::123456789012:user/ada is not authorized to perform: cognito-idp:AdminGetUser "
                + "on resource: arn:aws:cognito-idp:us-east-1:123456789012:userpool/p "
                + "with an explicit deny in an identity-based policy")
    }

    @Test func `a user without the permission to pass a role cannot give it to a pool`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.registerRole("Guests", trust: House.trust(pool: pool))
        try await house.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":"cognito-identity:*","Resource":"*"}"#)
        let service = house.pools.service(
            for: RequestContext(requestID: "test", principal: try await house.user("ada"), isPermitted: true))
        await #expect(throws: ServiceFault.forbidden(role: House.guestRole)) {
            try await service.setIdentityPoolRoles(
                SetIdentityPoolRolesInput(identityPoolId: pool, roles: ["unauthenticated": House.guestRole]))
        }
    }

    @Test func `a principal without the permission is refused by the operation as well`() async throws {
        let house = try await House()
        try await house.registerUser("ada")
        let service = house.service(try await house.user("ada"))
        let fault = await #expect(throws: ServiceFault.self) {
            try await service.listIdentityPools(ListIdentityPoolsInput(maxResults: 1))
        }
        #expect(fault?.code == .accessDenied)
    }
}
