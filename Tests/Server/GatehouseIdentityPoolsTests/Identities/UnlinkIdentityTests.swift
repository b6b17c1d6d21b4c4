// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct UnlinkIdentityTests {
    @Test func `an unlinked login is a stranger, and the other login keeps the identity`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try house.issuer.login(.first, as: "alice")
        let second = try house.issuer.login(.second, as: "alice")
        let identity = try await house.id(in: pool, first.merging(second) { old, _ in old })
        try await Self.unlink(house, identity, first, [UserPool.first.issuerKey])
        #expect(try await house.id(in: pool, second) == identity)
        #expect(try await house.id(in: pool, first) != identity)
    }

    @Test func `a token of one provider does not remove the login of another`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let first = try house.issuer.login(.first, as: "alice")
        let second = try house.issuer.login(.second, as: "alice")
        let identity = try await house.id(in: pool, first.merging(second) { old, _ in old })
        let stranger = try house.issuer.login(.second, as: "mallory")
        for logins in [first, first.merging(stranger) { old, _ in old }] {
            await #expect(throws: DeveloperIdentityTests.noMatch) {
                try await Self.unlink(house, identity, logins, [UserPool.second.key])
            }
        }
        #expect(try await house.id(in: pool, second) == identity)
    }

    @Test func `a stranger, a guest and a disabled identity unlink nothing`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        let mallory = try house.issuer.login(as: "mallory")
        let guest = try await house.id(in: pool)
        for (victim, logins) in [(identity, mallory), (guest, login)] {
            await #expect(throws: DeveloperIdentityTests.noMatch) {
                try await Self.unlink(house, victim, logins, [UserPool.first.key])
            }
        }
        try await Self.unlink(house, identity, login, [UserPool.first.key])
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(identity)) {
            try await Self.unlink(house, identity, login, [UserPool.first.key])
        }
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(identity)) {
            _ = try await house.credentials(identity, login)
        }
        #expect(try await house.id(in: pool, login) != identity)
    }

    @Test func `the developer's user is unlinked by the developer only`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.developerToken(in: pool, "a", logins: login).identity
        await #expect(throws: DeveloperIdentityTests.noMatch) {
            try await Self.unlink(house, identity, login, [House.developer])
        }
        #expect(try await house.developerToken(in: pool, "a").identity == identity)
    }

    static func unlink(
        _ house: House, _ identity: String, _ logins: [String: String], _ providers: [String]
    ) async throws {
        try await house.service(.anonymous).unlinkIdentity(
            UnlinkIdentityInput(identityId: identity, logins: logins, loginsToRemove: providers))
    }
}
