// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct DeveloperIdentityTests {
    @Test func `a developer's user gets one identity, and credentials with the token`() async throws {
        let house = try await House()
        let pool = try await house.makePool(guests: false)
        let (identity, token) = try await house.developerToken(in: pool, "alice")
        #expect(try await house.developerToken(in: pool, "alice").identity == identity)
        #expect(try await house.developerToken(in: pool, "bob").identity != identity)
        let answer = try await house.credentials(identity, [House.cognito: token])
        #expect(answer.identityId == identity)
        let session = try await house.session(of: answer.credentials)
        #expect(session.roleARN == House.authenticatedRole)
        #expect(
            session.authenticationMethods == [
                "authenticated", House.developer, "\(House.developer):\(pool):alice",
            ])
    }

    @Test(arguments: [(nil, 900), (1, 1), (86_400, 86_400)] as [(Int64?, Int64)])
    func `a token is valid for fifteen minutes, or for as long as the request says`(
        _ duration: Int64?, _ seconds: Int64
    ) async throws {
        let house = try await House()
        let token = try await house.developerToken(in: try await house.makePool(), "alice", duration: duration).token
        let claims = try GetOpenIdTokenTests.claims(token)
        #expect(claims["exp"]?.integerValue == Int64(house.clock.now.timeIntervalSince1970) + seconds)
    }

    @Test func `a guest becomes the developer's user and keeps the id`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        #expect(try await house.developerToken(in: pool, "alice", identity: guest).identity == guest)
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(guest)) {
            _ = try await house.credentials(guest)
        }
    }

    @Test func `an identity with logins gets a user only with a login of it`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        await #expect(throws: Self.noMatch) {
            _ = try await house.developerToken(in: pool, "a", identity: identity)
        }
        let stranger = try house.issuer.login(.second, as: "mallory")
        await #expect(throws: Self.noMatch) {
            _ = try await house.developerToken(in: pool, "a", identity: identity, logins: stranger)
        }
        let linked = try await house.developerToken(in: pool, "a", identity: identity, logins: login)
        #expect(linked.identity == identity)
        #expect(try await house.developerToken(in: pool, "a").identity == identity)
        #expect(
            try await house.service.describeIdentity(DescribeIdentityInput(identityId: identity)).logins
                == [UserPool.first.key, House.developer])
    }

    @Test func `a user of another identity is not taken from it`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let alice = try await house.developerToken(in: pool, "alice").identity
        let guest = try await house.id(in: pool)
        let text = "The developer user identifier is registered with another identity."
        await #expect(throws: ServiceFault(.developerUserAlreadyRegistered, text)) {
            _ = try await house.developerToken(in: pool, "alice", identity: guest)
        }
        #expect(try await house.developerToken(in: pool, "alice", identity: alice).identity == alice)
        let elsewhere = try await house.id(in: try await house.makePool())
        await #expect(throws: ServiceFault(.resourceNotFound, "Identity '\(elsewhere)' not found.")) {
            _ = try await house.developerToken(in: pool, "carol", identity: elsewhere)
        }
    }

    @Test(
        arguments: [
            [:], ["login.other.app": "alice"], ["login.mycompany.myapp": ""],
            ["login.mycompany.myapp": String(repeating: "a", count: 1_025)],
            // More bytes than every database can index.
            ["login.mycompany.myapp": String(repeating: "😀", count: 513)],
        ] as [[String: String]])
    func `another developer provider is refused`(_ logins: [String: String]) async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let text = "This identity pool does not support the specified developer provider"
        await #expect(throws: ServiceFault(.invalidParameter, text)) {
            _ = try await house.service.getOpenIdTokenForDeveloperIdentity(
                GetOpenIdTokenForDeveloperIdentityInput(identityPoolId: pool, logins: logins))
        }
    }

    @Test func `a second developer login, a bad token and an identity token are refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect(throws: ServiceFault(.invalidParameter, "Only one login of a developer provider is allowed.")) {
            _ = try await house.developerToken(in: pool, "alice", logins: ["login.other.app": "alice"])
        }
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Couldn't verify signed token.")) {
            _ = try await house.developerToken(in: pool, "alice", logins: [UserPool.first.key: "x"])
        }
        let token = try await house.developerToken(in: pool, "bob").token
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Can't pass in a Cognito token.")) {
            _ = try await house.developerToken(in: pool, "alice", logins: [House.cognito: token])
        }
    }

    @Test func `a token buys credentials for its own identity only, and not in another pool`() async throws {
        let house = try await House()
        let (pool, other) = (try await house.makePool(), try await house.makePool())
        let token = try await house.developerToken(in: pool, "alice").token
        let bob = try await house.developerToken(in: pool, "bob").identity
        let guest = try await house.id(in: pool)
        for victim in [bob, guest] {
            await #expect(throws: Self.noMatch) { _ = try await house.credentials(victim, [House.cognito: token]) }
        }
        let stranger = try await house.developerToken(in: other, "alice").identity
        await #expect(throws: Self.notCognito) { _ = try await house.credentials(stranger, [House.cognito: token]) }
    }

    @Test func `the token of a guest or of an app is no login, so a guest does not become a user`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let guestToken = try await house.token(guest).token
        await #expect(throws: Self.notCognito) { _ = try await house.credentials(guest, [House.cognito: guestToken]) }
        let login = try house.issuer.login(as: "alice")
        let alice = try await house.id(in: pool, login)
        let appToken = try await house.token(alice, login).token
        await #expect(throws: Self.notCognito) { _ = try await house.credentials(alice, [House.cognito: appToken]) }
    }

    @Test func `the token of an unlinked user buys nothing and links nothing`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let (identity, token) = try await house.developerToken(in: pool, "a", logins: login)
        _ = try await house.credentials(identity, [House.cognito: token])
        try await Self.unlink(house, pool, identity, "a")
        await #expect(throws: Self.noMatch) { _ = try await house.credentials(identity, [House.cognito: token]) }
        await #expect(throws: Self.noMatch) {
            _ = try await house.credentials(identity, login.merging([House.cognito: token]) { old, _ in old })
        }
        #expect(try await house.developerToken(in: pool, "a").identity != identity)
    }

    @Test func `users and identities find each other in pages`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        for user in ["c", "a", "b"] {
            _ = try await house.developerToken(in: pool, user, identity: identity, logins: login)
        }
        let first = try await Self.lookup(house, pool, identity: identity, limit: 2)
        #expect(first.identityId == identity && first.developerUserIdentifierList == ["a", "b"])
        let rest = try await Self.lookup(house, pool, identity: identity, limit: 2, token: first.nextToken)
        #expect(rest.developerUserIdentifierList == ["c"] && rest.nextToken == nil)
        #expect(try await Self.lookup(house, pool, user: "c").identityId == identity)
        #expect(try await Self.lookup(house, pool, identity: identity, user: "c").identityId == identity)
        let other = try await house.developerToken(in: pool, "d").identity
        #expect(
            try await Self.fault { try await Self.lookup(house, pool, identity: other, user: "c") } == .resourceConflict
        )
        #expect(try await Self.fault { try await Self.lookup(house, pool) } == .invalidParameter)
        #expect(try await Self.fault { try await Self.lookup(house, pool, user: "none") } == .resourceNotFound)
        let guest = try await house.id(in: pool)
        #expect(try await Self.fault { try await Self.lookup(house, pool, identity: guest) } == .resourceNotFound)
        #expect(
            try await Self.fault {
                try await Self.lookup(house, pool, identity: other, token: first.nextToken)
            } == .invalidParameter)
    }

    @Test func `a merge moves the logins to the destination and disables the source`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let source = try await house.developerToken(in: pool, "old", logins: login).identity
        let target = try await house.developerToken(in: pool, "new").identity
        #expect(try await Self.merge(house, pool, "old", into: "new") == target)
        for user in ["old", "new"] { #expect(try await house.developerToken(in: pool, user).identity == target) }
        #expect(try await house.id(in: pool, login) == target)
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(source)) {
            _ = try await house.credentials(source, login)
        }
        #expect(try await Self.merge(house, pool, "old", into: "new") == target)
    }

    @Test func `a merge of two users of one public provider is a conflict and changes nothing`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let (alice, bob) = (try house.issuer.login(as: "alice"), try house.issuer.login(as: "bob"))
        let first = try await house.developerToken(in: pool, "a", logins: alice).identity
        let second = try await house.developerToken(in: pool, "b", logins: bob).identity
        #expect(try await Self.fault { try await Self.merge(house, pool, "a", into: "b") } == .resourceConflict)
        #expect(try await house.id(in: pool, alice) == first)
        #expect(try await house.id(in: pool, bob) == second)
        #expect(try await Self.fault { try await Self.merge(house, pool, "none", into: "b") } == .resourceNotFound)
    }

    @Test func `a merge of more than twenty logins is refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        for (name, login) in [
            ("a", try house.issuer.login(as: "alice")), ("b", try house.issuer.login(.second, as: "b")),
        ] {
            for number in 0..<10 {
                _ = try await house.developerToken(
                    in: pool, "\(name)\(number)", identity: try await house.id(in: pool, login), logins: login)
            }
        }
        #expect(try await Self.fault { try await Self.merge(house, pool, "a0", into: "b0") } == .invalidParameter)
    }

    @Test func `an identity that loses its last login is disabled for good`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let (identity, token) = try await house.developerToken(in: pool, "alice")
        let other = try await house.developerToken(in: pool, "bob").identity
        #expect(
            try await Self.fault { try await Self.unlink(house, pool, other, "alice") } == .resourceConflict)
        try await Self.unlink(house, pool, identity, "alice")
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(identity)) {
            _ = try await house.credentials(identity, [House.cognito: token])
        }
        #expect(try await house.developerToken(in: pool, "alice").identity != identity)
        #expect(try await Self.fault { try await Self.unlink(house, pool, identity, "none") } == .resourceNotFound)
    }

    @Test func `guests and apps with credentials cannot speak for the developer`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let session = try await house.session(of: try await house.credentials(try await house.id(in: pool)).credentials)
        let input = GetOpenIdTokenForDeveloperIdentityInput(identityPoolId: pool, logins: [House.developer: "alice"])
        for (principal, code) in [
            (Principal.anonymous, ServiceFault.Code.missingAuthenticationToken), (.role(session), .accessDenied),
        ] {
            let service = house.service(principal)
            #expect(
                try await Self.fault { try await service.getOpenIdTokenForDeveloperIdentity(input) } == code)
        }
    }

    static let noMatch = ServiceFault(.notAuthorized, LoginProofTests.noMatch)
    static let notCognito = ServiceFault(.notAuthorized, "Invalid login token. Not a Cognito token.")

    static func lookup(
        _ house: House, _ pool: String, identity: String? = nil, user: String? = nil, limit: Int? = nil,
        token: String? = nil
    ) async throws -> LookupDeveloperIdentityResponse {
        try await house.service.lookupDeveloperIdentity(
            LookupDeveloperIdentityInput(
                identityPoolId: pool, identityId: identity, developerUserIdentifier: user, maxResults: limit,
                nextToken: token))
    }

    static func merge(_ house: House, _ pool: String, _ source: String, into target: String) async throws -> String? {
        try await house.service.mergeDeveloperIdentities(
            MergeDeveloperIdentitiesInput(
                sourceUserIdentifier: source, destinationUserIdentifier: target,
                developerProviderName: House.developer, identityPoolId: pool)
        ).identityId
    }

    static func unlink(_ house: House, _ pool: String, _ identity: String, _ user: String) async throws {
        try await house.service.unlinkDeveloperIdentity(
            UnlinkDeveloperIdentityInput(
                identityId: identity, identityPoolId: pool, developerProviderName: House.developer,
                developerUserIdentifier: user))
    }

    /// The code of the fault that a call throws; `nil` if it succeeds.
    static func fault<Value>(_ call: () async throws -> Value) async throws -> ServiceFault.Code? {
        do {
            _ = try await call()
            return nil
        } catch let fault as ServiceFault {
            return fault.code
        }
    }
}
