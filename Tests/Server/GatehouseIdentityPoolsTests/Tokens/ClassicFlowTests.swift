// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// The classic flow while no role is registered: a token of an identity gives the role that the identity would get from
/// `GetCredentialsForIdentity`, and no other one.
@Suite struct ClassicFlowTests {
    private static let invented = "arn:aws:iam::123456789012:role/Invented"
    private static let elsewhere = "arn:aws:iam::123456789012:role/Elsewhere"
    private static let every = [House.authenticatedRole, House.guestRole, invented, elsewhere]

    private static func assume(
        _ role: String, _ token: String, in house: House, duration: Int? = nil
    ) async throws -> AssumeRoleWithWebIdentityResponse {
        try await house.tokens(.anonymous).assumeRoleWithWebIdentity(
            AssumeRoleWithWebIdentityRequest(
                roleArn: role, roleSessionName: "app", webIdentityToken: token, durationSeconds: duration))
    }

    /// The roles among all of this test that a token gives.
    private static func roles(of token: String, in house: House) async throws -> [String] {
        var roles: [String] = []
        for role in every {
            do {
                _ = try await assume(role, token, in: house)
                roles.append(role)
            } catch let fault as ServiceFault {
                #expect(fault == .notAuthorized(toPerform: "sts:AssumeRoleWithWebIdentity"))
            }
        }
        return roles
    }

    /// A second pool, whose roles the identities of the first one must not get.
    private static func makeOtherPool(_ house: House) async throws {
        let other = try await house.makePool()
        try await house.setRoles(of: other, ["authenticated": elsewhere, "unauthenticated": elsewhere])
    }

    @Test func `a guest gets the role of guests, and none of users, of another pool and invented`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await Self.makeOtherPool(house)
        let guest = try await house.id(in: pool)
        let token = try await house.token(guest).token
        #expect(try await Self.roles(of: token, in: house) == [House.guestRole])
        let answer = try await Self.assume(House.guestRole, token, in: house, duration: 900)
        let credentials = try #require(answer.credentials)
        guard case .role(let session) = try await house.principal(credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.identityID == guest && session.identityPoolID == pool && session.name == "app")
        #expect(session.roleARN == House.guestRole && session.authenticationMethods == ["unauthenticated"])
        await #expect(throws: ServiceFault.sessionTooLong) {
            try await Self.assume(House.guestRole, token, in: house, duration: 3_601)
        }
    }

    @Test func `a user gets the role of users, also by the developer's token, and no other one`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await Self.makeOtherPool(house)
        let login = try house.issuer.login(as: "alice")
        let token = try await house.token(try await house.id(in: pool, login), login).token
        #expect(try await Self.roles(of: token, in: house) == [House.authenticatedRole])
        let developer = try await house.developerToken(in: pool, "bob").token
        #expect(try await Self.roles(of: developer, in: house) == [House.authenticatedRole])
    }

    @Test func `a token gives the role that the pool has now`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(try await house.id(in: pool)).token
        try await house.setRoles(of: pool, ["authenticated": House.authenticatedRole])
        #expect(try await Self.roles(of: token, in: house) == [])
        try await house.setRoles(of: pool, ["unauthenticated": Self.invented])
        #expect(try await Self.roles(of: token, in: house) == [Self.invented])
    }

    @Test func `a guest's token gives nothing after the guest signed in, and after the pool lost its guests`()
        async throws
    {
        let house = try await House()
        let pool = try await house.makePool()
        let (first, second) = (try await house.id(in: pool), try await house.id(in: pool))
        let tokens = [try await house.token(first).token, try await house.token(second).token]
        let login = try house.issuer.login(as: "alice")
        _ = try await house.credentials(first, login)
        #expect(try await Self.roles(of: tokens[0], in: house) == [])
        #expect(try await Self.roles(of: tokens[1], in: house) == [House.guestRole])
        var settings = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: pool))
        settings.allowUnauthenticatedIdentities = false
        settings.allowClassicFlow = true
        _ = try await house.service.updateIdentityPool(settings)
        #expect(try await Self.roles(of: tokens[1], in: house) == [])
    }

    @Test func `a pool that lost the classic flow gives no role by a token of before`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let tokens = [
            try await house.token(try await house.id(in: pool)).token,
            try await house.token(try await house.id(in: pool, login), login).token,
            try await house.developerToken(in: pool, "bob").token,
        ]
        let mapping = RoleMapping(type: .token, ambiguousRoleResolution: .authenticatedRole)
        let roles = ["authenticated": House.authenticatedRole, "unauthenticated": House.guestRole]
        try await house.setRoles(of: pool, roles, mappings: ["\(UserPool.first.key):web": mapping])
        for token in tokens { #expect(try await Self.roles(of: token, in: house) == []) }
        try await house.setRoles(of: pool, roles)
        for token in tokens { #expect(try await Self.roles(of: token, in: house).count == 1) }
        var settings = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: pool))
        settings.allowClassicFlow = false
        _ = try await house.service.updateIdentityPool(settings)
        for token in tokens { #expect(try await Self.roles(of: token, in: house) == []) }
    }

    @Test func `a token by a login that the identity or the pool lost gives nothing`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        let developer = try await house.developerToken(in: pool, "bob", identity: identity, logins: login).token
        let plain = try await house.token(identity, login).token
        try await house.service.unlinkIdentity(
            UnlinkIdentityInput(identityId: identity, logins: login, loginsToRemove: Array(login.keys)))
        #expect(try await Self.roles(of: plain, in: house) == [])
        #expect(try await Self.roles(of: developer, in: house) == [House.authenticatedRole])
        let carol = try house.issuer.login(as: "carol")
        let second = try await house.token(try await house.id(in: pool, carol), carol).token
        #expect(try await Self.roles(of: second, in: house) == [House.authenticatedRole])
        var settings = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: pool))
        settings.allowClassicFlow = true
        settings.cognitoIdentityProviders = nil
        _ = try await house.service.updateIdentityPool(settings)
        #expect(try await Self.roles(of: second, in: house) == [])
    }

    @Test func `with the first registered role the freedom ends, and the trust policy decides`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(try await house.id(in: pool)).token
        #expect(try await Self.roles(of: token, in: house) == [House.guestRole])
        try await house.registerRole("Invented", trust: House.trust(pool: pool))
        #expect(try await Self.roles(of: token, in: house) == [Self.invented])
    }

    @Test func `tokens of other providers give no role that is not registered`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let name = UserPool.first.issuerKey
        let provider = try OpenIDProvider(issuer: "http://\(name)", clientIDs: ["web"])
        let now = house.clock.now
        try await house.access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
        }
        let claims: [WireName: WireValue] = ["iss": .string("http://\(name)")]
        let token = try house.issuer.token(as: "alice", claims: claims)
        _ = try await house.id(in: pool, [UserPool.first.key: try house.issuer.token(as: "alice")])
        #expect(try await Self.roles(of: token, in: house) == [])
    }
}
