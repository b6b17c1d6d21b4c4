// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// Finds refused directives.
///
/// A directive of the first generation and `@unique` get the line to write instead.
struct RefusedDirectives {
    private let types: [TypeDefinition]
    /// The names of the directives that the author defines.
    private let ownNames: Set<String>
    private(set) var errors: [SchemaNotice] = []
    private(set) var warnings: [SchemaNotice] = []

    init(_ types: [TypeDefinition], beside ownNames: Set<String>) {
        self.types = types
        self.ownNames = ownNames
    }

    /// Directives of the original that this compiler does not have.
    private static let unsupported: Set<String> = [
        "predictions", "http", "sql", "refersTo", "mapsTo", "validate", "conversation", "generation",
    ]

    /// The types without the directives that were reported.
    mutating func strip() -> [TypeDefinition] {
        types.map { type in
            var stripped = type
            let name = type.name.text
            stripped.directives = keep(type.directives, of: type, field: nil)
            stripped.fields = NamedList(
                type.fields.map { field in
                    var field = field
                    field.directives = keep(field.directives, of: type, field: field)
                    return field
                })
            for directive in type.directives where directive.name.text == "searchable" {
                warnings.append(
                    SchemaNotice("@searchable generates nothing here.", type: name, at: directive.location))
            }
            return stripped
        }
    }

    private mutating func keep(
        _ directives: [Directive], of type: TypeDefinition, field: FieldDefinition?
    ) -> [Directive] {
        var kept: [Directive] = []
        for directive in directives {
            switch directive.name.text {
            case "key": refuse(key: directive, type)
            case "connection": refuse(connection: directive, type, field)
            case "versioned":
                report(
                    "@versioned is of the first generation: switch on the conflict detection of the API instead.", type,
                    directive)
            case "unique" where !ownNames.contains("unique"): refuse(unique: directive, type, field)
            case "searchable": break
            case let name where Self.unsupported.contains(name): report("@\(name) is not supported.", type, directive)
            case "auth": kept.append(auth(directive, type))
            default: kept.append(directive)
            }
        }
        return kept
    }

    private mutating func report(_ message: String, _ type: TypeDefinition, _ directive: Directive) {
        errors.append(SchemaNotice(message, type: type.name.text, at: directive.location))
    }

    private mutating func refuse(key: Directive, _ type: TypeDefinition) {
        let fields = key.strings("fields") ?? []
        guard let first = fields.first else {
            return report("@key is of the first generation: write @primaryKey or @index on a field.", type, key)
        }
        var arguments: [String] = []
        if let name = key.string("name") { arguments.append("name: \(quoted(name))") }
        if fields.count > 1 { arguments.append("sortKeyFields: \(list(Array(fields.dropFirst())))") }
        if key.string("name") != nil, let query = key.string("queryField") {
            arguments.append("queryField: \(quoted(query))")
        }
        let directive = key.string("name") == nil ? "@primaryKey" : "@index"
        report("@key is of the first generation: write \(use(directive, arguments)) on '\(first)'.", type, key)
    }

    private mutating func refuse(connection: Directive, _ type: TypeDefinition, _ field: FieldDefinition?) {
        guard let field else {
            return report("@connection is of the first generation and stands on fields.", type, connection)
        }
        var arguments: [String] = []
        if field.isList {
            if let key = connection.string("keyName") { arguments.append("indexName: \(quoted(key))") }
            if let fields = connection.strings("fields") { arguments.append("fields: \(list(fields))") }
            if let limit = connection.int("limit") { arguments.append("limit: \(limit)") }
            return report(
                "@connection is of the first generation: write \(use("@hasMany", arguments)) on '\(field.name)'.", type,
                connection)
        }
        if let fields = connection.strings("fields") { arguments.append("fields: \(list(fields))") }
        let other = types.first { $0.name.text == field.type.name.text }
        let isListed = other?.fields.contains { $0.isList && $0.type.name.text == type.name.text } ?? false
        report(
            "@connection is of the first generation: write \(use(isListed ? "@belongsTo" : "@hasOne", arguments)) on '\(field.name)'.",
            type, connection)
    }

    /// No generation has `@unique`; other languages have it, and authors of schemas try it.
    private mutating func refuse(unique: Directive, _ type: TypeDefinition, _ field: FieldDefinition?) {
        let reason = "@unique does not exist, because only primary keys are unique: "
        guard let field, type.directive("model") != nil, canBeKey(field) else {
            return report(reason + "write @primaryKey on a field of a model.", type, unique)
        }
        let line = "'\(field.name): \(field.type.type.nullable)! @primaryKey'"
        let key = type.fields.first { $0.directive("primaryKey") != nil }?.name.text
        let cure =
            switch key {
            case nil: "write \(line)."
            case field.name.text: "leave it out, because '\(field.name)' is in the primary key."
            case let key?: "the one here is '\(key)', so write \(line) in a further model."
            }
        report(reason + cure, type, unique)
    }

    /// Whether the field has a scalar or a value of an enum.
    private func canBeKey(_ field: FieldDefinition) -> Bool {
        guard !field.isList else { return false }
        switch types.first(where: { $0.name.text == field.type.name.text })?.kind {
        case nil, .scalar, .enumeration: return true
        default: return false
        }
    }

    /// The directive without members of rules of the first generation, which are reported.
    private mutating func auth(_ directive: Directive, _ type: TypeDefinition) -> Directive {
        guard let rules = directive.arguments["rules"] else { return directive }
        var value = rules.value
        switch value.kind {
        case .list(let elements): value.kind = .list(elements.map { rule($0, type) })
        case .object: value = rule(value, type)
        default: break
        }
        let arguments = directive.arguments.map { $0.name.text == "rules" ? Argument($0.name, value) : $0 }
        return Directive(directive.name, NamedList(arguments))
    }

    private mutating func rule(_ literal: Literal, _ type: TypeDefinition) -> Literal {
        guard case .object(let members) = literal.kind else { return literal }
        var kept: [ObjectField] = []
        for member in members {
            let replacement: String
            switch member.name.text {
            case "identityField": replacement = "identityClaim: \(member.value.printed())"
            case "queries", "mutations": replacement = "operations: \(member.value.printed())"
            default:
                kept.append(member)
                continue
            }
            errors.append(
                SchemaNotice(
                    "'\(member.name)' is of the first generation: write '\(replacement)'.", type: type.name.text,
                    at: member.name.location))
        }
        return Literal(.object(kept), at: literal.location)
    }

    private func use(_ directive: String, _ arguments: [String]) -> String {
        arguments.isEmpty ? directive : "\(directive)(\(arguments.joined(separator: ", ")))"
    }

    private func quoted(_ text: String) -> String { Literal(.string(text)).printed() }

    private func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ", "))]" }
}
