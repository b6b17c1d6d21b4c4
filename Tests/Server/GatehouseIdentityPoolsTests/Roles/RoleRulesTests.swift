// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

@Suite struct RoleRulesTests {
    @Test(arguments: [
        (MappingRuleMatchType.equals, "core", true), (.equals, "Core", false), (.equals, "cor", false),
        (.notEqual, "core", false), (.notEqual, "sales", true), (.startsWith, "co", true), (.startsWith, "re", false),
        (.contains, "or", true), (.contains, "x", false), (MappingRuleMatchType(rawValue: "Matches"), "core", false),
    ])
    func `a text matches by its rule`(_ type: MappingRuleMatchType, _ value: String, _ matches: Bool) {
        #expect(Self.matches(type, value, "core") == matches)
    }

    @Test(arguments: [
        (MappingRuleMatchType.equals, "b", true), (.equals, "c", false), (.notEqual, "b", false),
        (.notEqual, "c", true), (.startsWith, "b", true), (.contains, "a", true),
    ])
    func `of an array any element matches`(_ type: MappingRuleMatchType, _ value: String, _ matches: Bool) {
        #expect(Self.matches(type, value, ["a", "b"]) == matches)
    }

    @Test(arguments: MappingRuleMatchType.allValues, [nil, WireValue.null, [], [:]])
    func `an absent claim matches nothing`(_ type: MappingRuleMatchType, _ claim: WireValue?) {
        #expect(!Self.matches(type, "core", claim))
    }

    @Test(arguments: [(WireValue.integer(7), "7"), (.bool(true), "true"), (.double(1.5), "1.5")])
    func `numbers and truth values are compared as text`(_ claim: WireValue, _ text: String) {
        #expect(Self.matches(.equals, text, claim))
    }

    @Test func `texts that are the same only after normalization are different values`() {
        #expect(!Self.matches(.equals, "M\u{FC}ller", "Mu\u{308}ller"))
        #expect(Self.matches(.notEqual, "M\u{FC}ller", "Mu\u{308}ller"))
        #expect(!Self.matches(.startsWith, "M\u{FC}", "Mu\u{308}ller"))
        #expect(!Self.matches(.contains, "\u{FC}ll", "Mu\u{308}ller"))
    }

    @Test func `a text begins with a letter and has it, whatever mark combines with the letter`() {
        #expect(Self.matches(.startsWith, "Mu", "Mu\u{308}ller"))
        #expect(Self.matches(.contains, "u", "Mu\u{308}ller"))
    }

    static func matches(_ type: MappingRuleMatchType, _ value: String, _ claim: WireValue?) -> Bool {
        let rule = MappingRule(claim: "team", matchType: type, value: value, roleARN: House.guestRole)
        return RoleRules([rule]).role(for: claim.map { ["team": $0] } ?? [:], customRole: nil) != nil
    }
}
