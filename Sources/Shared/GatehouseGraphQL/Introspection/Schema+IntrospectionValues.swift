// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Schema {
    /// The values of the answer to a query for the whole schema, in which each element is shown once with all it has.
    ///
    /// The queries that tools send for a whole schema have no more.
    var introspectionValues: Int {
        let types = typeNames.compactMap { type($0) }.reduce(0) { $0 + values(of: $1) }
        let directives = directiveDefinitions.reduce(0) { count, directive in
            count + 6 + directive.places.count + Self.values(of: directive.arguments)
        }
        // The schema, its description, its two lists, and the three root types with their kinds and names.
        return 13 + types + directives
    }

    private func values(of type: TypeDefinition) -> Int {
        let fields = type.fields.reduce(0) { count, field in
            count + 6 + Self.values(of: field.type.type) + Self.values(of: field.arguments)
        }
        let names = type.interfaces.count + possibleObjects(of: type.name.text).count
        return 10 + fields + Self.values(of: type.inputFields) + 4 * names + 5 * type.values.count
    }

    private static func values(of inputs: NamedList<InputValueDefinition>) -> Int {
        inputs.reduce(0) { $0 + 6 + values(of: $1.type.type) }
    }

    /// A type where another element has it: its kind and its name, and the same of each type inside.
    private static func values(of type: GraphQLType) -> Int {
        switch type {
        case .named: 4
        case .list(let inner), .nonNull(let inner): 3 + values(of: inner)
        }
    }
}
