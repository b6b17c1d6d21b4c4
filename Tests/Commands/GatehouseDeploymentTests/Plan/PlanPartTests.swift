// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// The values that plans are made of.
@Suite("Parts of plans")
struct PlanPartTests {
    @Test("Stated settings take their places among others, and null removes one")
    func merging() {
        let stated = StatedSettings(members: ["A": ["B": 1, "C": .null], "D": .null])
        let found: [WireName: WireValue] = ["A": ["B": 0, "C": 2, "E": 3], "D": 4, "F": 5]
        let merged: [WireName: WireValue] = ["A": ["B": 1, "E": 3], "F": 5]
        #expect(stated.merged(into: found) == merged)
    }

    @Test("Only stated settings differ; lists are sets, and nothing is the same as an empty list")
    func differences() {
        let stated = StatedSettings(
            members: ["A": ["B": 1], "L": ["x", "y"], "N": .null, "E": .array([]), "T": "text"])
        let same: [WireName: WireValue] = [
            "A": ["B": 1, "C": 2], "L": ["y", "x"], "N": .array([]), "T": "text", "Z": 1,
        ]
        #expect(stated.differences(from: same, of: "Thing").isEmpty)
        let other: [WireName: WireValue] = ["L": ["x"], "N": 7, "T": "Text"]
        #expect(
            stated.differences(from: other, of: "Thing") == [
                Difference(member: "Thing.A.B", old: nil, new: "1"),
                Difference(member: "Thing.L", old: "x", new: "x, y"),
                Difference(member: "Thing.N", old: "7", new: nil),
                Difference(member: "Thing.T", old: "Text", new: "text"),
            ])
    }

    @Test("Numbers have commas and their noun", arguments: [(1, "1 user"), (999, "999 users"), (3_214, "3,214 users")])
    func numbers(number: Int, text: String) {
        #expect(Tally.text(number, "user") == text)
    }

    @Test("Known ids without values are none")
    func ids() {
        var ids = KnownIDs()
        let resource = ResourceName(category: "auth", name: "shop")
        ids[resource, "UserPoolId"] = "a"
        #expect(ids[resource, "UserPoolId"] == "a")
        ids.note("Google", OutputName.identityProviders, of: resource, exists: true)
        ids.note("Facebook", OutputName.identityProviders, of: resource, exists: true)
        #expect(ids[resource, "IdentityProviders"] == "Facebook,Google")
        ids.note("Facebook", OutputName.identityProviders, of: resource, exists: false)
        ids.note("Google", OutputName.identityProviders, of: resource, exists: false)
        ids[resource, "UserPoolId"] = nil
        #expect(ids == KnownIDs())
    }
}
