// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPools
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite struct VendedAccessKeyTests {
    static let invalid = ServiceFault(.unrecognizedClient, "The security token included in the request is invalid.")
    static let expired = ServiceFault(.expiredToken, "The security token included in the request is expired")

    @Test func `a vended key has the secret that was given out`() async throws {
        let house = try await House()
        let given = try await Self.credentials(house)
        let key = try await house.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        #expect(key?.secretAccessKey == given.secret)
    }

    @Test(arguments: ["AKIAABCDEFGHIJKLMNOP", "ASIA", "asiaabcdefghijklmnop", "ASIA0000000000000000", ""])
    func `other keys are for other resolvers`(_ id: String) async throws {
        let house = try await House()
        #expect(try await house.pools.accessKeys.resolve(accessKeyID: id, sessionToken: "token") == nil)
    }

    @Test func `a vended access key without its session token is refused`() async throws {
        let house = try await House()
        let given = try await Self.credentials(house)
        for token in [nil, "", "AAAA", "not base64", String(repeating: "A", count: 100_000)] {
            await #expect(throws: Self.invalid) {
                _ = try await house.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: token)
            }
        }
    }

    @Test func `a session token with another access key is refused`() async throws {
        let house = try await House()
        let (mine, other) = (try await Self.credentials(house), try await Self.credentials(house))
        await #expect(throws: Self.invalid) {
            _ = try await house.pools.accessKeys.resolve(accessKeyID: mine.id, sessionToken: other.token)
        }
    }

    @Test func `no byte of a token can be changed`() async throws {
        let house = try await House()
        let given = try await Self.credentials(house)
        let sealed = try #require(Base64.decode(given.token))
        for index in stride(from: 0, to: sealed.count, by: 7) {
            var altered = sealed
            altered[index] ^= 1
            await #expect(throws: Self.invalid) {
                _ = try await house.pools.accessKeys.resolve(
                    accessKeyID: given.id, sessionToken: Base64.encode(altered)
                )
            }
        }
    }

    @Test func `a token lasts an hour and no longer`() async throws {
        let house = try await House()
        let given = try await Self.credentials(house)
        house.clock.advance(by: 3_599)
        _ = try await house.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        house.clock.advance(by: 1)
        await #expect(throws: Self.expired) {
            _ = try await house.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        }
    }

    @Test func `another installation does not know the key`() async throws {
        let given = try await Self.credentials(try await House())
        let other = try await House(ring: try KeyRing.generate(id: "test", entropy: Entropy.seeded(8)))
        await #expect(throws: Self.invalid) {
            _ = try await other.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        }
    }

    @Test func `credentials outlive a new master key`() async throws {
        let ring = try KeyRing.generate(id: "old", entropy: Entropy.seeded(9))
        let given = try await Self.credentials(try await House(ring: ring))
        let rotated = try await House(ring: try ring.rotated(id: "new", entropy: Entropy.seeded(10)))
        let key = try await rotated.pools.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        #expect(key?.secretAccessKey == given.secret)
    }

    static func credentials(_ house: House) async throws -> (id: String, secret: String, token: String) {
        let guest = try await house.id(in: try await house.makePool())
        let credentials = try #require(try await house.credentials(guest).credentials)
        return (
            try #require(credentials.accessKeyId), try #require(credentials.secretKey),
            try #require(credentials.sessionToken)
        )
    }
}
