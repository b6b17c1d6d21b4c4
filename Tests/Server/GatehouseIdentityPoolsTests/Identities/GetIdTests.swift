// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseWire
import Testing

@Suite struct GetIdTests {
    @Test(arguments: [nil, [:]] as [[String: String]?])
    func `without logins everyone is a new guest`(_ logins: [String: String]?) async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try await house.id(in: pool, logins)
        let second = try await house.id(in: pool, logins)
        #expect(first != second)
        #expect(first.hasPrefix("us-east-1:"))
    }

    @Test(arguments: [WireValue.null, [:]])
    func `on the wire, null and the empty map are no logins`(_ logins: WireValue) async throws {
        let house = try await House()
        let body: WireValue = ["IdentityPoolId": .string(try await house.makePool()), "Logins": logins]
        let answer = try await house.service.getId(GetIdInput(validating: body, for: .cognitoIdentity))
        let state = try await house.store.read { try $0.identity(try #require(answer.identityId))?.state }
        #expect(state == .guest)
    }

    @Test(arguments: [nil, [:]] as [[String: String]?])
    func `guests are refused where the pool has none`(_ logins: [String: String]?) async throws {
        let house = try await House()
        let pool = try await house.makePool(guests: false)
        let text = "Unauthenticated access is not supported for this identity pool."
        await #expect(throws: ServiceFault(.notAuthorized, text)) { _ = try await house.id(in: pool, logins) }
    }

    @Test func `an unknown pool is not found`() async throws {
        let house = try await House()
        let text = "IdentityPool 'us-east-1:0' not found."
        await #expect(throws: ServiceFault(.resourceNotFound, text)) { _ = try await house.id(in: "us-east-1:0") }
    }

    @Test func `the same user is the same identity`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try await house.id(in: pool, try house.issuer.login(as: "alice"))
        house.clock.advance(by: 60)
        let second = try await house.id(in: pool, try house.issuer.login(as: "alice"))
        #expect(first == second)
        #expect(try await house.id(in: pool, try house.issuer.login(as: "bob")) != first)
        #expect(try await house.id(in: try await house.makePool(), try house.issuer.login(as: "alice")) != first)
    }

    @Test func `both spellings of a user pool are one provider`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try house.issuer.token(as: "alice")
        let first = try await house.id(in: pool, [UserPool.first.key: token])
        #expect(try await house.id(in: pool, [UserPool.first.issuerKey: token]) == first)
        #expect(
            try await house.id(in: pool, [UserPool.first.key: token, UserPool.first.issuerKey: token]) == first
        )
        let other = try house.issuer.token(as: "bob")
        await #expect(throws: ServiceFault(.resourceConflict, "Login is already linked to another account.")) {
            _ = try await house.id(in: pool, [UserPool.first.key: token, UserPool.first.issuerKey: other])
        }
    }

    @Test func `a provider may be configured by its other spelling`() async throws {
        let house = try await House()
        let pool = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "test", allowUnauthenticatedIdentities: false,
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(providerName: UserPool.first.issuerKey, clientId: "web")
                ]
            )
        ).identityPoolId
        let token = try house.issuer.token(as: "alice")
        let first = try await house.id(in: pool, [UserPool.first.key: token])
        #expect(try await house.id(in: pool, [UserPool.first.issuerKey: token]) == first)
    }

    @Test func `two providers in one call name one identity from then on`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try house.issuer.login(.first, as: "alice")
        let second = try house.issuer.login(.second, as: "alice")
        let both = first.merging(second) { old, _ in old }
        let id = try await house.id(in: pool, both)
        #expect(try await house.id(in: pool, first) == id)
        #expect(try await house.id(in: pool, second) == id)
        let stranger = try house.issuer.login(.first, as: "mallory").merging(second) { old, _ in old }
        await #expect(throws: ServiceFault(.resourceConflict, "Login is already linked to another account.")) {
            _ = try await house.id(in: pool, stranger)
        }
        #expect(try await house.id(in: pool, both) == id)
    }

    @Test func `fifty parallel first sign-ins make one identity`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await house.id(in: pool, login) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let listed = try await house.service.listIdentities(
            ListIdentitiesInput(identityPoolId: pool, maxResults: 60)
        )
        #expect(listed.identities?.compactMap(\.identityId) == Array(ids))
    }
}
