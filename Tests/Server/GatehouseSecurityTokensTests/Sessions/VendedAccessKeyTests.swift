// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct VendedAccessKeyTests {
    static let invalid = ServiceFault(.unrecognizedClient, "The security token included in the request is invalid.")
    static let expired = ServiceFault(.expiredToken, "The security token included in the request is expired")

    @Test func `a vended key has the secret that was given out`() async throws {
        let account = try await Account()
        let given = try account.credentials()
        let key = try await account.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        #expect(key?.secretAccessKey == given.secret)
    }

    @Test(arguments: ["AKIAABCDEFGHIJKLMNOP", "ASIA", "asiaabcdefghijklmnop", "ASIA0000000000000000", ""])
    func `other keys are for other resolvers`(_ id: String) async throws {
        let account = try await Account()
        #expect(try await account.securityTokens.accessKeys.resolve(accessKeyID: id, sessionToken: "token") == nil)
    }

    @Test func `a vended access key without its session token is refused`() async throws {
        let account = try await Account()
        let given = try account.credentials()
        for token in [nil, "", "AAAA", "not base64", String(repeating: "A", count: 100_000)] {
            await #expect(throws: Self.invalid) {
                _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: token)
            }
        }
    }

    @Test func `a session token with another access key is refused`() async throws {
        let account = try await Account()
        let (mine, other) = (try account.credentials(), try account.credentials())
        await #expect(throws: Self.invalid) {
            _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: mine.id, sessionToken: other.token)
        }
        // Both tokens are in the cache now.
        _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: mine.id, sessionToken: mine.token)
        _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: other.id, sessionToken: other.token)
        await #expect(throws: Self.invalid) {
            _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: mine.id, sessionToken: other.token)
        }
    }

    @Test func `no byte of a token can be changed`() async throws {
        let account = try await Account()
        let given = try account.credentials()
        _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        let sealed = try #require(Base64.decode(given.token))
        for index in stride(from: 0, to: sealed.count, by: 7) {
            var altered = sealed
            altered[index] ^= 1
            await #expect(throws: Self.invalid) {
                _ = try await account.securityTokens.accessKeys.resolve(
                    accessKeyID: given.id, sessionToken: Base64.encode(altered)
                )
            }
        }
    }

    @Test func `a token lasts an hour and no longer`() async throws {
        let account = try await Account()
        let given = try account.credentials()
        account.clock.advance(by: 3_599)
        _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        account.clock.advance(by: 1)
        await #expect(throws: Self.expired) {
            _ = try await account.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        }
    }

    @Test func `another installation does not know the key`() async throws {
        let given = try await Account().credentials()
        let other = try await Account(ring: try KeyRing.generate(id: "test", entropy: Entropy.seeded(8)))
        await #expect(throws: Self.invalid) {
            _ = try await other.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        }
    }

    @Test func `credentials outlive a new master key`() async throws {
        let ring = try KeyRing.generate(id: "old", entropy: Entropy.seeded(9))
        let given = try await Account(ring: ring).credentials()
        let rotated = try await Account(ring: try ring.rotated(id: "new", entropy: Entropy.seeded(10)))
        let key = try await rotated.securityTokens.accessKeys.resolve(accessKeyID: given.id, sessionToken: given.token)
        #expect(key?.secretAccessKey == given.secret)
    }
}
