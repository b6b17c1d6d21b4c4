// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of a variable, an argument or a response.
package enum GraphQLValue: Hashable, Sendable {
    /// The absence of a value, spelled out.
    case null
    /// A whole number; the type `Int` allows 32 bits, other scalars more.
    case int(Int)
    /// Another number.
    case float(Double)
    /// Text.
    case string(String)
    /// True or false.
    case boolean(Bool)
    /// A value of an enum.
    case enumeration(String)
    /// Values in order.
    case list([GraphQLValue])
    /// Values by name, in order.
    case object(GraphQLObject)
}

extension GraphQLValue {
    /// The text of a string or the name of an enum's value.
    package var text: String? {
        switch self {
        case .string(let text), .enumeration(let text): text
        default: nil
        }
    }

    /// The elements, if the value is a list.
    package var elements: [GraphQLValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// The members, if the value is an object.
    package var members: GraphQLObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of an object; `nil` for other values.
    package subscript(_ key: String) -> GraphQLValue? { members?[key] }
}

/// Values by name, in the order in which they were added.
package struct GraphQLObject: ExpressibleByDictionaryLiteral, Sendable {
    /// The members in order, so that a walk through them computes no hash.
    private var members: [(key: String, value: GraphQLValue)] = []
    private var positions: [String: Int] = [:]

    /// Makes an object without members.
    package init() {}

    package init(dictionaryLiteral members: (String, GraphQLValue)...) {
        for (key, value) in members { put(value, for: key) }
    }

    /// Makes an object of members in their order; of two with one name, the place of the first and the value of the
    /// last count.
    package init(inOrder members: [(key: String, value: GraphQLValue)]) {
        self.members.reserveCapacity(members.count)
        positions.reserveCapacity(members.count)
        for (key, value) in members { put(value, for: key) }
    }

    /// The value of a member; a new one is added at the end.
    package subscript(_ key: String) -> GraphQLValue? {
        get { positions[key].map { members[$0].value } }
        set {
            if let newValue {
                put(newValue, for: key)
            } else {
                remove(key)
            }
        }
    }

    private mutating func put(_ value: GraphQLValue, for key: String) {
        // Most names are new, and then one search is enough.
        if let position = positions.updateValue(members.count, forKey: key) {
            positions[key] = position
            members[position].value = value
        } else {
            members.append((key, value))
        }
    }

    private mutating func remove(_ key: String) {
        guard let position = positions.removeValue(forKey: key) else { return }
        members.remove(at: position)
        for later in position..<members.count { positions[members[later].key] = later }
    }

    /// The names in order.
    package var keys: [String] { members.map(\.key) }

    /// The number of members.
    package var count: Int { members.count }

    /// Whether there are no members.
    package var isEmpty: Bool { members.isEmpty }
}

extension GraphQLObject: Hashable {
    /// Compares the members and their order, from which the positions follow.
    package static func == (left: GraphQLObject, right: GraphQLObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        for (key, value) in members {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}

extension GraphQLObject: Sequence {
    /// Walks through the members in order.
    package func makeIterator() -> IndexingIterator<[(key: String, value: GraphQLValue)]> { members.makeIterator() }
}
