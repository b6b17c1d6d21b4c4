// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
package import GatehouseGraphQL
import GatehouseWire

/// A schema as its author wrote it: extensions are parts of their types, and what is refused as a whole is taken out.
struct WrittenSchema {
    /// The types in the order of the document.
    private(set) var types: [TypeDefinition] = []
    /// The errors of directives that are refused.
    private(set) var errors: [SchemaNotice] = []
    /// What the author should know.
    private(set) var warnings: [SchemaNotice] = []
    /// Whether there is the sandbox switch.
    private(set) var isSandbox = false
    /// The names of the root types.
    private(set) var roots: [OperationKind: String] = [:]
    /// The definitions that are not types.
    private var others: [Definition] = []
    /// The names of the directives that the author defines.
    private var ownDirectives: Set<String> = []
    private var positions: [String: Int] = [:]
    private var starts: [(location: SourceLocation, name: String)] = []

    init(_ document: Document) {
        var extensions: [TypeDefinition] = []
        for definition in document.definitions {
            switch definition {
            case .type(let type) where type.name.text == "AMPLIFY" && type.kind == .inputObject: read(type)
            case .type(let type):
                starts.append((type.location, type.name.text))
                if positions[type.name.text] == nil { positions[type.name.text] = types.count }
                types.append(type)
            case .typeExtension(let type):
                starts.append((type.location, type.name.text))
                extensions.append(type)
            case .schema(let entry), .schemaExtension(let entry):
                for root in entry.roots where roots[root.kind] == nil { roots[root.kind] = root.type.text }
                others.append(definition)
            case .directive, .operation, .fragment: others.append(definition)
            }
        }
        for addition in extensions {
            if let position = positions[addition.name.text], types[position].kind == addition.kind {
                types[position].extend(addition)
            } else {
                others.append(.typeExtension(addition))
            }
        }
        if roots.isEmpty {
            for (kind, name) in Self.usualRoots where positions[name] != nil { roots[kind] = name }
        }
        let ownNames: [String] = others.compactMap { definition in
            if case .directive(let directive) = definition { directive.name.text } else { nil }
        }
        ownDirectives = Set(ownNames)
        var refusal = RefusedDirectives(types, beside: ownDirectives)
        types = refusal.strip()
        errors += refusal.errors
        warnings += refusal.warnings
    }

    /// The names of root types in schemas that do not choose others.
    static let usualRoots: [(OperationKind, String)] = [
        (.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription"),
    ]

    /// The type with a name.
    subscript(_ name: String) -> TypeDefinition? { positions[name].map { types[$0] } }

    /// The number of types.
    var typeCount: Int { types.count }

    /// The types with `@model`.
    var models: [TypeDefinition] { types.filter(isModel) }

    /// The values of each enum.
    var enums: [String: [String]] {
        Dictionary(types.filter { $0.kind == .enumeration }.map { ($0.name.text, $0.values.map(\.name.text)) }) {
            first, _ in first
        }
    }

    /// The kind of operation whose root fields a type has.
    func rootKind(of name: String) -> OperationKind? { roots.first { $0.value == name }?.key }

    /// Whether a type has records of its own.
    func isModel(_ type: TypeDefinition) -> Bool { type.kind == .object && type.directive("model") != nil }

    /// Whether the type with a name has records of its own.
    func isModel(_ name: String) -> Bool { self[name].map(isModel) ?? false }

    /// Whether an unknown directive of a type is probably a misspelt `@model`.
    ///
    /// The directive has an error, and errors that follow from the missing `@model` would hide it.
    func meansModel(_ type: TypeDefinition) -> Bool {
        type.kind == .object
            && type.directives.map(\.name.text).contains { name in
                !ownDirectives.contains(name)
                    && (WrittenPrelude.synonyms[name.lowercased()] == "model"
                        || NearestName.similar(to: name, among: ["model"]) != nil)
            }
    }

    /// Whether an unknown directive of the type with a name is probably a misspelt `@model`.
    func meansModel(_ name: String) -> Bool { self[name].map(meansModel) ?? false }

    /// The type whose definition or extension has a place.
    func type(at location: SourceLocation) -> String? {
        starts.filter { $0.location <= location }.max { $0.location < $1.location }?.name
    }

    /// The document for the rules of the language, with the definitions of all directives.
    var checkedDocument: Document {
        var definitions = WrittenPrelude.document.definitions + others + types.map(Definition.type)
        let needsQuery = roots[.query] == nil
        if needsQuery { definitions.append(contentsOf: WrittenPrelude.emptyQuery.definitions) }
        return Document(definitions)
    }

    /// The definitions that the generated schema keeps besides types.
    var keptDefinitions: [Definition] {
        others.filter { definition in
            switch definition {
            case .directive: true
            default: false
            }
        }
    }

    private mutating func read(_ type: TypeDefinition) {
        let names = ["globalAuthRule", "global_auth_rule"]
        for field in type.inputFields {
            guard names.contains(field.name.text) else {
                warnings.append(
                    SchemaNotice("AMPLIFY.\(field.name) has no meaning.", type: "AMPLIFY", at: field.name.location))
                continue
            }
            guard case .object(let members)? = field.defaultValue?.kind,
                members.first(where: { $0.name.text == "allow" })?.value.kind == .enumeration("public")
            else {
                errors.append(
                    SchemaNotice(
                        "AMPLIFY.\(field.name) must be '{ allow: public }'.", type: "AMPLIFY", at: field.name.location))
                continue
            }
            isSandbox = true
            warnings.append(
                SchemaNotice(
                    "THE SANDBOX IS ON: EVERY API KEY MAY READ AND WRITE ALL MODELS WITHOUT RULES.", type: "AMPLIFY",
                    at: field.name.location))
        }
    }
}

extension TypeDefinition {
    /// Adds the parts of an extension.
    fileprivate mutating func extend(_ addition: TypeDefinition) {
        interfaces += addition.interfaces
        directives += addition.directives
        members += addition.members
        for field in addition.fields { fields.append(field) }
        for value in addition.values { values.append(value) }
        for field in addition.inputFields { inputFields.append(field) }
    }

    /// The first directive with a name.
    func directive(_ name: String) -> Directive? { directives.first { $0.name.text == name } }
}

extension FieldDefinition {
    /// The first directive with a name.
    func directive(_ name: String) -> Directive? { directives.first { $0.name.text == name } }

    /// Whether the values are lists.
    var isList: Bool {
        if case .list = type.type.nullable { true } else { false }
    }
}

extension Directive {
    /// The text of an argument.
    func string(_ name: String) -> String? { arguments[name]?.value.text }

    /// The texts of an argument; one text means a list of it.
    package func strings(_ name: String) -> [String]? { arguments[name]?.value.texts }

    /// The number of an argument.
    func int(_ name: String) -> Int? {
        if case .int(let digits)? = arguments[name]?.value.kind { Int(digits) } else { nil }
    }

    /// Whether an argument is an explicit `null`.
    func isNull(_ name: String) -> Bool { arguments[name]?.value.kind == .null }
}

extension Literal {
    /// The text of a string or the name of an enum's value.
    var text: String? {
        switch kind {
        case .string(let text), .enumeration(let text): text
        default: nil
        }
    }

    /// The texts of a list; one text means a list of it.
    var texts: [String]? {
        if case .list(let elements) = kind { return elements.compactMap(\.text) }
        return text.map { [$0] }
    }

    /// The values of a list; one value means a list of it.
    var elements: [Literal] {
        if case .list(let elements) = kind { elements } else { [self] }
    }

    /// The value of a member of an object.
    subscript(_ name: String) -> Literal? {
        guard case .object(let members) = kind else { return nil }
        return members.first { $0.name.text == name }?.value
    }
}
