// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct GetCredentialsForIdentityTests {
    @Test func `guests get an hour of the guest role`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let answer = try await house.credentials(guest, [:])
        #expect(answer.identityId == guest)
        let credentials = try #require(answer.credentials)
        #expect(credentials.accessKeyId?.wholeMatch(of: /ASIA[A-Z2-7]{16}/) != nil)
        #expect(credentials.secretKey?.wholeMatch(of: /[A-Za-z0-9+\/]{40}/) != nil)
        #expect(credentials.expiration == house.clock.now + 3_600)
        let session = try await house.session(of: credentials)
        #expect(session.roleARN == House.guestRole)
        #expect(session.name == "CognitoIdentityCredentials")
        #expect(session.identityID == guest)
        #expect(session.identityPoolID == pool)
        #expect(session.authenticationMethods == ["unauthenticated"])
    }

    @Test func `users get the role of users`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        let session = try await house.session(of: try await house.credentials(identity, login).credentials)
        #expect(session.roleARN == House.authenticatedRole)
        let key = UserPool.first.key
        #expect(session.authenticationMethods == ["authenticated", key, "\(key):CognitoSignIn:alice"])
    }

    @Test func `a guest who signs in keeps the id, and loses it where the user is known`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let first = try await house.id(in: pool)
        #expect(try await house.credentials(first, login).identityId == first)
        let second = try await house.id(in: pool)
        #expect(try await house.credentials(second, login).identityId == first)
        for stale in [first, second] {
            await #expect(throws: Self.forbidden(stale)) { _ = try await house.credentials(stale) }
        }
        await #expect(throws: Self.forbidden(second)) { _ = try await house.credentials(second, login) }
        #expect(try await house.credentials(first, login).identityId == first)
    }

    @Test func `an identity id with another user's login is refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let alice = try await house.id(in: pool, try house.issuer.login(as: "alice"))
        let bob = try house.issuer.login(as: "bob")
        await #expect(throws: ServiceFault(.notAuthorized, LoginProofTests.noMatch)) {
            _ = try await house.credentials(alice, bob)
        }
        _ = try await house.id(in: pool, bob)
        await #expect(throws: ServiceFault(.notAuthorized, LoginProofTests.noMatch)) {
            _ = try await house.credentials(alice, bob)
        }
    }

    @Test func `an identity of another pool does not know this pool's users`() async throws {
        let house = try await House()
        let login = try house.issuer.login(as: "alice")
        _ = try await house.id(in: try await house.makePool(), login)
        let other = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "other", allowUnauthenticatedIdentities: true)
        )
        let guest = try await house.id(in: other.identityPoolId)
        let unlisted = ServiceFault(
            .notAuthorized, "Token is not from a supported provider of this identity pool.")
        await #expect(throws: unlisted) {
            _ = try await house.credentials(guest, login)
        }
    }

    @Test func `guests are refused once the pool has none`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        _ = try await house.service.updateIdentityPool(
            IdentityPool(identityPoolId: pool, identityPoolName: "test", allowUnauthenticatedIdentities: false)
        )
        let text = "Unauthenticated access is not supported for this identity pool."
        await #expect(throws: ServiceFault(.notAuthorized, text)) { _ = try await house.credentials(guest) }
    }

    @Test func `an unknown identity is not found`() async throws {
        let house = try await House()
        await #expect(throws: ServiceFault(.resourceNotFound, "Identity 'us-east-1:0' not found.")) {
            _ = try await house.credentials("us-east-1:0")
        }
    }

    @Test func `a pool without roles has no credentials to give`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.setRoles(of: pool, [:])
        let guest = try await house.id(in: pool)
        let text = "Invalid identity pool configuration. Check assigned IAM roles for this pool."
        await #expect(throws: ServiceFault(.invalidIdentityPoolConfiguration, text)) {
            _ = try await house.credentials(guest)
        }
    }

    @Test func `logins that do not fit into a session token buy no credentials`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: String(repeating: "a", count: 13_000))
        let identity = try await house.id(in: pool, login)
        let text = "The logins and the tags of the session are too large together."
        await #expect(throws: ServiceFault(.invalidParameter, text)) {
            _ = try await house.credentials(identity, login)
        }
    }

    @Test func `claims choose the role by the pool's rules`() async throws {
        let house = try await House()
        let admins = "arn:aws:iam::123456789012:role/Admins"
        let rule = MappingRule(claim: "custom:team", matchType: .equals, value: "core", roleARN: admins)
        let mapping = RoleMapping(
            type: .rules, ambiguousRoleResolution: .authenticatedRole,
            rulesConfiguration: RulesConfigurationType(rules: [rule])
        )
        let pool = try await house.makePool(mappings: ["\(UserPool.first.issuerKey):web": mapping])
        for (team, role) in [("core", admins), ("sales", House.authenticatedRole)] {
            let login = try house.issuer.login(as: team, claims: ["custom:team": .string(team)])
            let answer = try await house.credentials(try await house.id(in: pool, login), login)
            #expect(try await house.session(of: answer.credentials).roleARN == role)
        }
    }

    @Test func `two providers merge two identities into the older`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try house.issuer.login(.first, as: "alice")
        let second = try house.issuer.login(.second, as: "alice")
        let old = try await house.id(in: pool, first)
        house.clock.advance(by: 1)
        let young = try await house.id(in: pool, second)
        let answer = try await house.credentials(young, first.merging(second) { old, _ in old })
        #expect(answer.identityId == old)
        #expect(try await house.id(in: pool, second) == old)
        await #expect(throws: Self.forbidden(young)) { _ = try await house.credentials(young, second) }
    }

    static func forbidden(_ identity: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Identity '\(identity)' is forbidden.")
    }
}
