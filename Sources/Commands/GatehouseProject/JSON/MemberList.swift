// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Members of an object in the order in which they are added.
struct MemberList {
    private(set) var members: [JSONValue.Member] = []

    /// Adds a member; an absent value adds none.
    mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONValue.Member(name, value)) }
    }

    /// Adds a text; an absent one adds no member.
    mutating func text(_ name: String, _ text: String?) {
        add(name, text.map(JSONValue.string))
    }

    /// Adds a truth value.
    mutating func flag(_ name: String, _ flag: Bool) {
        add(name, .bool(flag))
    }

    /// Adds an array of texts.
    mutating func texts(_ name: String, _ texts: [String]) {
        add(name, .strings(texts))
    }
}
