// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type by its name, or a list or a non-null type around one (specification, section 2.11).
package indirect enum GraphQLType: Hashable, Sendable, CustomStringConvertible {
    /// A type by its name.
    case named(String)
    /// A list of values of a type.
    case list(GraphQLType)
    /// A type without `null`.
    case nonNull(GraphQLType)

    /// The name of the type inside all lists.
    package var name: String {
        switch self {
        case .named(let name): name
        case .list(let type), .nonNull(let type): type.name
        }
    }

    /// The type with `null`.
    package var nullable: GraphQLType {
        if case .nonNull(let type) = self { type } else { self }
    }

    /// Whether `null` is no value of the type.
    package var isNonNull: Bool {
        if case .nonNull = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .named(let name): name
        case .list(let type): "[\(type)]"
        case .nonNull(let type): "\(type)!"
        }
    }
}

/// A type where a document names it.
package struct TypeReference: Hashable, Sendable {
    /// The type.
    package var type: GraphQLType
    /// The name inside all lists, with its place.
    package var name: Name

    /// Makes a reference to a type.
    package init(_ type: GraphQLType, at location: SourceLocation = .none) {
        self.type = type
        name = Name(type.name, at: location)
    }
}
