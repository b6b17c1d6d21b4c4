// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Parser {
    /// A definition of a type system, whose description was taken and whose keyword is next.
    mutating func typeSystemDefinition(
        _ keyword: String, _ description: String?
    ) throws(GraphQLError) -> Definition {
        switch keyword {
        case "schema": return .schema(try schemaDefinition(description, isExtension: false))
        case "directive": return .directive(try directiveDefinition(description))
        default:
            guard let kind = TypeKind.allCases.first(where: { $0.keyword == keyword }) else { throw unexpected() }
            return .type(try typeDefinition(kind, description))
        }
    }

    /// An addition to a type or to the schema.
    mutating func typeSystemExtension() throws(GraphQLError) -> Definition {
        try expect(word: "extend")
        if peeks(word: "schema") {
            let addition = try schemaDefinition(nil, isExtension: true)
            guard !(addition.directives.isEmpty && addition.roots.isEmpty) else { throw unexpected() }
            return .schemaExtension(addition)
        }
        guard let kind = TypeKind.allCases.first(where: { peeks(word: $0.keyword) }) else { throw unexpected() }
        let addition = try typeDefinition(kind, nil)
        guard addition.hasParts else { throw unexpected() }
        return .typeExtension(addition)
    }

    private mutating func schemaDefinition(
        _ description: String?, isExtension: Bool
    ) throws(GraphQLError) -> SchemaDefinition {
        let start = location
        try expect(word: "schema")
        let directives = try directives(isConstant: true)
        guard !isExtension || peeks("{") else {
            return SchemaDefinition(description: description, directives: directives, roots: [], at: start)
        }
        let roots = try list("{", "}") { (parser) throws(GraphQLError) in
            guard let kind = parser.peekedName.flatMap(OperationKind.init(rawValue:)) else {
                throw parser.expected("\"query\", \"mutation\" or \"subscription\"")
            }
            try parser.advance()
            try parser.expect(":")
            return SchemaDefinition.Root(kind, try parser.name())
        }
        return SchemaDefinition(description: description, directives: directives, roots: roots, at: start)
    }

    private mutating func typeDefinition(
        _ kind: TypeKind, _ description: String?
    ) throws(GraphQLError) -> TypeDefinition {
        let start = location
        try expect(word: kind.keyword)
        var type = TypeDefinition(kind, try name(), description: description, at: start)
        if kind == .object || kind == .interface, try take(word: "implements") {
            type.interfaces = try names(separatedBy: "&")
        }
        type.directives = try directives(isConstant: true)
        switch kind {
        case .scalar: break
        case .object, .interface:
            type.fields = NamedList(
                try optionalList("{", "}") { (parser) throws(GraphQLError) in try parser.fieldDefinition() })
        case .union:
            if try take("=") { type.members = try names(separatedBy: "|") }
        case .enumeration:
            type.values = NamedList(
                try optionalList("{", "}") { (parser) throws(GraphQLError) in try parser.enumValueDefinition() })
        case .inputObject:
            type.inputFields = NamedList(
                try optionalList("{", "}") { (parser) throws(GraphQLError) in try parser.inputValueDefinition() })
        }
        return type
    }

    /// Names between punctuators, one of which may stand before the first name.
    private mutating func names(separatedBy punctuator: Unicode.Scalar) throws(GraphQLError) -> [Name] {
        _ = try take(punctuator)
        var names: [Name] = []
        repeat { names.append(try name()) } while try take(punctuator)
        return names
    }

    private mutating func fieldDefinition() throws(GraphQLError) -> FieldDefinition {
        let description = try description()
        let name = try name()
        let arguments = try argumentDefinitions()
        try expect(":")
        return FieldDefinition(
            name, try type(), arguments: arguments, directives: try directives(isConstant: true),
            description: description)
    }

    private mutating func argumentDefinitions() throws(GraphQLError) -> NamedList<InputValueDefinition> {
        NamedList(try optionalList("(", ")") { (parser) throws(GraphQLError) in try parser.inputValueDefinition() })
    }

    private mutating func inputValueDefinition() throws(GraphQLError) -> InputValueDefinition {
        let description = try description()
        let name = try name()
        try expect(":")
        let type = try type()
        let defaultValue = try take("=") ? try literal(isConstant: true) : nil
        return InputValueDefinition(
            name, type, defaultValue: defaultValue, directives: try directives(isConstant: true),
            description: description)
    }

    /// A value of an enum, which is not `true`, `false` or `null`.
    private mutating func enumValueDefinition() throws(GraphQLError) -> EnumValueDefinition {
        let description = try description()
        if let name = peekedName, ["true", "false", "null"].contains(name) {
            throw GraphQLError(
                .syntax, "Syntax Error: Name \"\(name)\" is reserved and cannot be used for an enum value.",
                at: [token.location])
        }
        return EnumValueDefinition(
            try name(), directives: try directives(isConstant: true), description: description)
    }

    private mutating func directiveDefinition(
        _ description: String?
    ) throws(GraphQLError) -> DirectiveDefinition {
        let start = location
        try expect(word: "directive")
        try expect("@")
        let name = try name()
        let arguments = try argumentDefinitions()
        let isRepeatable = try take(word: "repeatable")
        try expect(word: "on")
        _ = try take("|")
        var places: [DirectivePlace] = []
        repeat {
            guard let place = peekedName.flatMap(DirectivePlace.init(rawValue:)) else {
                throw expected("the location of a directive")
            }
            try advance()
            places.append(place)
        } while try take("|")
        return DirectiveDefinition(
            name, arguments: arguments, isRepeatable: isRepeatable, on: places, description: description, at: start)
    }
}

extension TypeDefinition {
    /// Whether the definition has anything after its name.
    fileprivate var hasParts: Bool {
        !(interfaces.isEmpty && directives.isEmpty && fields.isEmpty && members.isEmpty && values.isEmpty
            && inputFields.isEmpty)
    }
}
