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
package struct GraphQLObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The names in order.
    package private(set) var keys: [String] = []
    private var values: [String: GraphQLValue] = [:]

    /// Makes an object without members.
    package init() {}

    package init(dictionaryLiteral members: (String, GraphQLValue)...) {
        for (key, value) in members { self[key] = value }
    }

    /// The value of a member; a new one is added at the end.
    package subscript(_ key: String) -> GraphQLValue? {
        get { values[key] }
        set {
            let isNew = values[key] == nil
            values[key] = newValue
            switch (isNew, newValue) {
            case (true, .some): keys.append(key)
            case (false, nil): keys.removeAll { $0 == key }
            default: break
            }
        }
    }

    /// The number of members.
    package var count: Int { keys.count }

    /// Whether there are no members.
    package var isEmpty: Bool { keys.isEmpty }
}

extension GraphQLObject: Sequence {
    /// Walks through the members in order.
    package func makeIterator() -> AnyIterator<(key: String, value: GraphQLValue)> {
        var position = 0
        return AnyIterator {
            guard position < keys.count else { return nil }
            let key = keys[position]
            position += 1
            return (key, values[key] ?? .null)
        }
    }
}
