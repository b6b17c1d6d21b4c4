// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseStorage
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// Keys of session tags, of which policies see no case.
@Suite struct TagKeyTests {
    private static let pairs = [("Team", "team"), ("\u{C9}quipe", "\u{E9}quipe")]

    @Test(arguments: pairs)
    func `a map and a developer's tags with keys that differ only by case are refused`(
        _ one: String, _ other: String
    ) async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect(throws: ServiceFault.repeatedTagKey) {
            _ = try await PrincipalTagTests.set(
                house, pool, UserPool.first.key, tags: [one: "custom:granted", other: "custom:chosen"])
        }
        #expect(try await PrincipalTagTests.get(house, pool, UserPool.first.key).principalTags == [:])
        await #expect(throws: ServiceFault.repeatedTagKey) {
            _ = try await house.developerToken(in: pool, "bob", tags: [one: "staff", other: "admins"])
        }
    }

    @Test func `a map that was stored with such keys gives no session while both have a value`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        _ = try await PrincipalTagTests.set(house, pool, UserPool.first.key, tags: ["team": "granted"])
        try await house.store.write { store in
            var record = try store.existingPool(pool)
            record.principalTags = record.principalTags.mapValues { _ in
                PrincipalTagMap(usesDefaults: false, tags: ["team": "granted", "Team": "chosen"])
            }
            try store.update(record)
        }
        let alice = try house.issuer.login(as: "alice", claims: ["granted": "staff"])
        let identity = try await house.id(in: pool, alice)
        #expect(try await PrincipalTagTests.tags(house, identity, alice) == ["team": "staff"])
        let both = try house.issuer.login(as: "alice", claims: ["granted": "staff", "chosen": "admins"])
        await #expect(throws: ServiceFault.repeatedTagKey) { _ = try await house.credentials(identity, both) }
    }

    @Test func `a session has fifty tags, and its transitive keys name tags of it`() throws {
        let fifty = Dictionary(uniqueKeysWithValues: (1...50).map { ("k\($0)", "v") })
        #expect(try CheckedTags(fifty).values == fifty)
        #expect(throws: CheckedTags.Flaw.tooMany) { try CheckedTags(fifty.merging(["k51": "v"]) { $1 }) }
        #expect(throws: CheckedTags.Flaw.length) { try CheckedTags(["": "v"]) }
        #expect(throws: CheckedTags.Flaw.unknownTransitiveKey) { try CheckedTags(["a": "v"], transitive: ["A"]) }
        #expect(try CheckedTags(["a": "v"], transitive: ["a", "a"]).transitiveKeys == ["a"])
    }
}
