// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@Suite struct WireMembersTests {
    /// A repeatable sequence.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let names = [
        "acr", "amr", "at_hash", "aud", "auth_time", "cognito:groups", "cognito:preferred_role", "cognito:roles",
        "cognito:username", "custom:a", "custom:a b", "custom:\u{E9}", "custom:e\u{301}", "custom:\"", "email",
        "email_verified", "event_id", "exp", "iat", "iss", "jti", "nonce", "origin_jti", "sub", "token_use", "",
    ]

    private static let values: [WireValue?] = [
        .none, .none, .string("a"), .string("\"\\\n\u{1}\u{E9}"), .integer(-1), .integer(1_700_000_000), .bool(true),
        .array(["a", 1]), .object(["b": 1, "a": .null]), .null, .double(0.5),
    ]

    @Test(arguments: UInt64(1)...40)
    func `members are written as an object is that has the same ones`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var object: [WireName: WireValue] = [:]
        var members: WireMembers = [:]
        for _ in 0..<150 {
            let name = Self.names[Int.random(in: Self.names.indices, using: &numbers)]
            let value = Self.values[Int.random(in: Self.values.indices, using: &numbers)]
            object[WireName(name)] = value
            members[name] = value
            #expect(members[name] == value)
            #expect(members.jsonBytes() == WireValue.object(object).jsonBytes())
        }
        #expect(WireMembers(object) == members)
    }

    @Test func `of two members with one name the later one counts`() {
        var members: WireMembers = ["b": 1, "a": 2]
        members["b"] = 3
        #expect(members.jsonBytes() == Array(#"{"a":2,"b":3}"#.utf8))
        members.merge(["c": 4, "a": 5])
        #expect(members.jsonBytes() == Array(#"{"a":5,"b":3,"c":4}"#.utf8))
        #expect(WireMembers([:]).jsonBytes() == Array("{}".utf8))
    }
}
