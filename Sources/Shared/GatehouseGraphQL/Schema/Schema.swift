// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type system that was checked: what documents are validated against and executed on.
///
/// Types, fields, arguments and values are found by name in constant time.
package struct Schema: Sendable {
    /// The text for readers of the schema.
    package internal(set) var description: String?
    /// The directives of the schema itself.
    package internal(set) var directives: [Directive] = []
    /// The root types by the kind of operation.
    package internal(set) var roots: [OperationKind: String] = [:]
    /// The names of all types: those of the document in its order, then the built-in ones.
    package internal(set) var typeNames: [String] = []
    /// The definitions of all directives: those of the document in its order, then the built-in ones.
    package internal(set) var directiveDefinitions: NamedList<DirectiveDefinition> = []
    var types: [String: TypeDefinition] = [:]
    /// The object types of each union and interface, in the order of the document.
    var objects: [String: [String]] = [:]
    private var objectSets: [String: Set<String>] = [:]

    init() {}

    /// The type with a name; extensions are part of it.
    package func type(_ name: String) -> TypeDefinition? { types[name] }

    /// The root type of a kind of operation.
    package func root(_ kind: OperationKind) -> TypeDefinition? { roots[kind].flatMap { types[$0] } }

    /// The object types that a value of a type may have: the type itself, the members of a union, or the types that
    /// implement an interface.
    package func possibleObjects(of name: String) -> [String] {
        types[name]?.kind == .object ? [name] : objects[name] ?? []
    }

    /// Whether a value of an object type is one of another type.
    package func isObject(_ object: String, of name: String) -> Bool {
        object == name || objectSets[name]?.contains(object) == true
    }

    /// Whether a value of one type may be one of the other type: a fragment on one may stand where the other is.
    package func overlap(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let (few, many) =
            possibleObjects(of: one).count < possibleObjects(of: other).count ? (one, other) : (other, one)
        return possibleObjects(of: few).contains { isObject($0, of: many) }
    }

    /// The field of a type; every composite type has `__typename`, and the query type has `__schema` and `__type`.
    package func field(_ name: String, of type: TypeDefinition) -> FieldDefinition? {
        if let field = type.fields[name] { return field }
        guard name.utf8.starts(with: "__".utf8) else { return nil }
        switch name {
        case "__typename" where type.kind.isComposite: return Prelude.typenameField
        case "__schema" where type.name.text == roots[.query]: return Prelude.schemaField
        case "__type" where type.name.text == roots[.query]: return Prelude.typeField
        default: return nil
        }
    }

    /// Whether values of the type may be sent.
    func isInput(_ name: String) -> Bool {
        switch types[name]?.kind {
        case .scalar, .enumeration, .inputObject: true
        default: false
        }
    }

    /// Whether values of the type may be in responses.
    func isOutput(_ name: String) -> Bool {
        switch types[name]?.kind {
        case .inputObject, nil: false
        default: true
        }
    }

    /// Whether a value of one type is one of another type (specification, section 3.6).
    func isSubtype(_ type: GraphQLType, of other: GraphQLType) -> Bool {
        switch (type, other) {
        case (.nonNull(let type), .nonNull(let other)): isSubtype(type, of: other)
        case (.nonNull(let type), _): isSubtype(type, of: other)
        case (_, .nonNull): false
        case (.list(let type), .list(let other)): isSubtype(type, of: other)
        case (.named(let name), .named(let other)):
            name == other || isObject(name, of: other)
                || types[name]?.interfaces.contains { $0.text == other } == true
        default: false
        }
    }

    /// Notes which object types unions and interfaces have, after all types are known.
    mutating func indexObjects() {
        for name in typeNames {
            guard let type = types[name] else { continue }
            switch type.kind {
            case .union: objects[name, default: []] += type.members.map(\.text).filter { types[$0]?.kind == .object }
            case .object: for interface in type.interfaces { objects[interface.text, default: []].append(name) }
            default: break
            }
        }
        objectSets = objects.mapValues { Set($0) }
    }
}

extension TypeKind {
    /// Whether fields are selected of the type's values.
    package var isComposite: Bool { self == .object || self == .interface || self == .union }

    /// Whether values of the type have no parts.
    package var isLeaf: Bool { self == .scalar || self == .enumeration }
}

extension Schema {
    /// The schema as a document, without built-in definitions, and without root types that have their usual names.
    package var document: Document {
        var definitions: [Definition] = []
        let kinds = OperationKind.allCases.filter { roots[$0] != nil }
        let isUsual =
            kinds.allSatisfy { roots[$0] == $0.usualRoot }
            && OperationKind.allCases.allSatisfy { roots[$0] != nil || types[$0.usualRoot] == nil }
        if !isUsual || description != nil || !directives.isEmpty {
            let entries = kinds.compactMap { kind in roots[kind].map { SchemaDefinition.Root(kind, Name($0)) } }
            definitions.append(
                .schema(SchemaDefinition(description: description, directives: directives, roots: entries)))
        }
        definitions += directiveDefinitions.filter { $0 != Prelude.directives[$0.name.text] }.map { .directive($0) }
        definitions += typeNames.filter { Prelude.types[$0] == nil }.compactMap { types[$0] }.map { .type($0) }
        return Document(definitions)
    }

    /// The text of the schema in the printer's form.
    package func printed() -> String { document.printed() }
}

extension OperationKind {
    /// The name of the root type in a schema without a definition of root types.
    var usualRoot: String {
        switch self {
        case .query: "Query"
        case .mutation: "Mutation"
        case .subscription: "Subscription"
        }
    }
}
