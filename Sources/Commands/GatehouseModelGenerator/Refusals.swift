// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

/// Finds what a schema may have, and Swift code cannot express.
struct Refusals {
    private let compiled: CompiledSchema
    private let client: ClientSchema
    /// The models to which others have relations.
    private let related: Set<String>
    private var errors: [SchemaNotice] = []

    init(_ compiled: CompiledSchema, _ client: ClientSchema) {
        self.compiled = compiled
        self.client = client
        related = Set(client.models.flatMap(\.properties).filter { $0.association != nil }.map(\.leaf))
    }

    /// The errors, each with its place.
    mutating func check() -> [SchemaNotice] {
        checkTypeNames()
        for type in compiled.types where type.kind == .enumeration { checkValues(type) }
        for type in compiled.types where isGenerated(type) { checkFields(type) }
        checkNesting()
        return errors
    }

    /// Whether a type of Swift is made for the type.
    private func isGenerated(_ type: TypeDefinition) -> Bool {
        compiled.api.model(type.name.text) != nil || compiled.api.plainTypes[type.name.text] != nil
    }

    private mutating func report(_ message: String, _ type: String, at location: SourceLocation) {
        errors.append(SchemaNotice(message, type: type, at: location))
    }

    // MARK: - Names

    /// Types that generated code names, or that are inside each model, so that another type would hide them.
    private static let taken: Set<String> = [
        "AmplifyModelRegistration", "AmplifyModels", "Any", "Bool", "Codable", "CodingKeys", "Decoder",
        "DefaultModelIdentifier", "Double", "Embeddable", "Encoder", "EnumPersistable", "FieldPath", "IdentifierFormat",
        "IdentifierProtocol", "Int", "LazyReference", "List", "Model", "ModelIdentifiable", "ModelIdentifier",
        "ModelIdentifierFormat", "ModelKey", "ModelPath", "ModelRegistry", "Optional", "Path", "PropertyContainerPath",
        "Protocol", "Self", "String", "Temporal", "Type", "UUID", "model",
    ]

    private mutating func checkTypeNames() {
        let names =
            compiled.types.filter { isGenerated($0) || $0.kind == .enumeration }.map(\.name)
            + client.models.filter { compiled.types[$0.name] == nil }.map { joinName($0.name) }
        var files: [String: String] = [:]
        for name in names {
            if Self.taken.contains(name.text) {
                report(
                    "Generated code uses '\(name)' for another type: choose another name.", name.text, at: name.location
                )
            }
            guard let other = files.updateValue(name.text, forKey: name.text.lowercased()) else { continue }
            report(
                "The name differs from '\(other)' by case only, and both would have one file: choose another name.",
                name.text, at: name.location)
        }
    }

    /// The name of a join model, where a field first has it.
    private func joinName(_ name: String) -> Name {
        let fields = compiled.types.flatMap(\.fields.elements)
        let directive = fields.lazy.flatMap(\.directives).first { directive in
            guard directive.name.text == "manyToMany",
                case .string(let relation)? = directive.arguments["relationName"]?.value.kind
            else { return false }
            return Names.capital(relation) == name
        }
        return Name(name, at: directive?.location ?? .none)
    }

    private mutating func checkValues(_ type: TypeDefinition) {
        var values: [String: String] = [:]
        for value in type.values {
            let name = SwiftName.enumCase(value.name.text)
            guard let other = values.updateValue(value.name.text, forKey: name) else { continue }
            report(
                "The values '\(other)' and '\(value.name)' are both '\(name)' in Swift: rename one of them.",
                type.name.text, at: value.name.location)
        }
    }

    // MARK: - Fields

    private mutating func checkFields(_ type: TypeDefinition) {
        let name = type.name.text
        let references = client.models.first { $0.name == name }?.properties.filter(\.isReference).map(\.storage) ?? []
        for field in type.fields {
            if field.name.text == "self" {
                report("A Swift type has no property 'self': choose another name.", name, at: field.name.location)
            } else if references.contains(field.name.text) {
                report(
                    "The property '\(field.name)' holds the reference of another one: choose another name.", name,
                    at: field.name.location)
            }
            if hides(field.name.text, in: type) {
                report(
                    "The field '\(field.name)' hides the type '\(field.name)' in Swift: choose another name for one of "
                        + "them.", name, at: field.name.location)
            }
            switch compiled.types[field.type.name.text]?.kind {
            case .interface, .union:
                report(
                    "The field '\(field.name)' has the type '\(field.type.name)', of several types: Swift models have "
                        + "fields of one type. Use a type with all the fields.", name, at: field.type.name.location)
            case .scalar, .object, .enumeration, .inputObject, nil: break
            }
        }
    }

    /// Whether a field of a type hides the type of its name where generated code uses it: in the type itself, or in the
    /// paths of any model that has a relation to it.
    private func hides(_ name: String, in type: TypeDefinition) -> Bool {
        guard let hidden = compiled.types[name], isGenerated(hidden) || hidden.kind == .enumeration else {
            return false
        }
        return type.fields.contains { $0.type.name.text == name } || related.contains(name)
    }

    // MARK: - Nesting

    /// Refuses plain types that hold themselves.
    ///
    /// A Swift value cannot hold a value of its own type, unless in a list. The description of a plain type contains
    /// the descriptions of the plain types inside it, so that a list does not help there.
    private mutating func checkNesting() {
        for type in client.plainTypes where holds(type.name, in: type.properties) {
            let definition = compiled.types[type.name]
            report(
                "A value of '\(type.name)' would hold another one: use models with a relation.", type.name,
                at: definition?.name.location ?? .none)
        }
    }

    /// Whether properties hold a value of a type, directly or inside others.
    private func holds(_ name: String, in properties: [Property]) -> Bool {
        var seen: Set<String> = []
        var waiting = properties
        while let property = waiting.popLast() {
            guard property.kind == .plain else { continue }
            let isModel = compiled.api.model(property.leaf) != nil
            guard !isModel || !property.isStoredList else { continue }
            if property.leaf == name { return true }
            guard seen.insert(property.leaf).inserted else { continue }
            waiting += client.plainTypes.first { $0.name == property.leaf }?.properties ?? []
            waiting += client.models.first { $0.name == property.leaf }?.properties ?? []
        }
        return false
    }
}
