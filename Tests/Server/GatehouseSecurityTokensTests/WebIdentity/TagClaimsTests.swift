// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// The session tags in the claims of web identity tokens, in both forms.
@Suite struct TagClaimsTests {
    private static let claim: WireName = "https://aws.amazon.com/tags"
    private static let refused = TokenRefusal.missingClaim(claim.text)
    private static let contradictory = TokenRefusal.contradictoryClaims(claim.text)

    private static func nested(_ tags: [String: String], transitive: [String] = []) -> [WireName: WireValue] {
        let values = tags.map { (WireName($0.key), WireValue.array([.string($0.value)])) }
        return [
            claim: [
                "principal_tags": .object(Dictionary(uniqueKeysWithValues: values)),
                "transitive_tag_keys": .array(transitive.map { .string($0) }),
            ]
        ]
    }

    private static func flattened(
        _ tags: [String: WireValue], transitive: WireValue? = nil
    ) -> [WireName: WireValue] {
        let claims = tags.map { (WireName("https://aws.amazon.com/tags/principal_tags/" + $0.key), $0.value) }
        var all = Dictionary(uniqueKeysWithValues: claims)
        all["https://aws.amazon.com/tags/transitive_tag_keys"] = transitive
        return all
    }

    private static func refusal(_ claims: [WireName: WireValue]) -> TokenRefusal? {
        do {
            _ = try TagClaims(claims)
            return nil
        } catch {
            return error
        }
    }

    @Test func `flattened claims give the same tags as the nested claim`() throws {
        let all = ["Project": "Automation", "Cost/Center": "987654", "empty": ""]
        for claims in [
            Self.nested(all, transitive: ["Project", "Cost/Center"]),
            Self.flattened(
                ["Project": "Automation", "Cost/Center": ["987654"], "empty": ""],
                transitive: ["Project", "Cost/Center"]),
        ] {
            let tags = try TagClaims(claims)
            #expect(tags.tags == all && tags.transitiveKeys == ["Project", "Cost/Center"])
        }
        #expect(try TagClaims(Self.flattened(["a": "1"], transitive: "a")).transitiveKeys == ["a"])
        #expect(try TagClaims(["sub": "alice", "https://aws.amazon.com/tagsprincipal_tags/a": "b"]).tags == [:])
    }

    @Test func `both forms are accepted if they say the same, in any order`() throws {
        let nested = Self.nested(["a": "1", "b": "2"], transitive: ["a", "b"])
        let both = nested.merging(Self.flattened(["b": "2", "a": "1"], transitive: ["b", "a"])) { $1 }
        #expect(try TagClaims(both).tags == ["a": "1", "b": "2"])
    }

    @Test func `a flattened claim that differs from the nested one is refused`() {
        let nested = Self.nested(["team": "core", "level": "1"], transitive: ["team"])
        for flattened in [
            // Another value, also in another form of Unicode; another tag; fewer tags; other transitive keys; or none.
            Self.flattened(["team": "admins", "level": "1"], transitive: ["team"]),
            Self.flattened(["team": "core", "level": "1", "role": "admin"], transitive: ["team"]),
            Self.flattened(["role": "admin"]), Self.flattened(["team": "core"], transitive: ["team"]),
            Self.flattened(["team": "core", "level": "1"], transitive: ["level"]),
            Self.flattened(["team": "core", "level": "1"]),
        ] {
            #expect(Self.refusal(nested.merging(flattened) { $1 }) == Self.contradictory, "\(flattened)")
        }
        let composed = Self.nested(["team": "caf\u{E9}"])
        #expect(
            Self.refusal(composed.merging(Self.flattened(["team": "cafe\u{301}"])) { $1 }) == Self.contradictory)
        let none: [WireName: WireValue] = [Self.claim: [:]]
        #expect(Self.refusal(none.merging(Self.flattened(["role": "admin"])) { $1 }) == Self.contradictory)
    }

    @Test(
        arguments: [
            ["a": 1], ["a": true], ["a": .null], ["a": []], ["a": ["1", "2"]], ["a": [1]], ["a": [:]],
            ["": "1"], ["a": "1", "A": "2"], ["\u{E9}": "1", "e\u{301}": "1"],
        ] as [[WireName: WireValue]])
    func `a flattened tag in another form, without a key or twice is refused`(_ tags: [WireName: WireValue]) {
        let claims = Dictionary(
            uniqueKeysWithValues: tags.map {
                (WireName("https://aws.amazon.com/tags/principal_tags/" + $0.key.text), $0.value)
            })
        #expect(Self.refusal(claims) == Self.refused)
    }

    @Test func `transitive keys name tags of the token, each once`() {
        for keys in [["b"], ["a", "a"], [1], .null, 1, [:]] as [WireValue] {
            #expect(Self.refusal(Self.flattened(["a": "1"], transitive: keys)) == Self.refused, "\(keys)")
        }
        #expect(Self.refusal(Self.flattened([:], transitive: ["a"])) == Self.refused)
    }

    @Test func `both forms have fifty tags, 128 characters in a key and 256 in a value at most`() {
        for (count, key, value, fits) in [
            (50, 128, 256, true), (51, 1, 1, false), (1, 129, 1, false), (1, 1, 257, false),
        ] {
            var tags: [String: String] = [:]
            for number in 0..<count {
                let name = "\(number)"
                tags[name + String(repeating: "k", count: max(0, key - name.count))] = String(
                    repeating: "v", count: value)
            }
            #expect(tags.count == count)
            let expected = fits ? nil : Self.refused
            #expect(Self.refusal(Self.nested(tags)) == expected)
            #expect(Self.refusal(Self.flattened(tags.mapValues { .string($0) })) == expected)
        }
    }
}
