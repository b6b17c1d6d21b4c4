// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Schema {
    /// Makes a schema of a type system document and checks all of it (specification, section 3).
    ///
    /// - Parameters:
    ///   - document: The document, with extensions in any order.
    ///   - scalars: The rules of scalar types, which default values must follow.
    /// - Throws: `GraphQLErrors` with all errors of the document, sorted by line.
    package init(_ document: Document, scalars: ScalarRules = ScalarRules()) throws(GraphQLErrors) {
        try self.init(document, scalars: scalars, synonyms: [:])
    }

    /// Makes a schema of a type system document and checks all of it.
    ///
    /// - Parameters:
    ///   - document: The document, with extensions in any order.
    ///   - scalars: The rules of scalar types, which default values must follow.
    ///   - synonyms: The types, directives and values of enums that authors mean by other names, by these names in small letters;
    ///     for messages about unknown ones.
    /// - Throws: `GraphQLErrors` with all errors of the document, sorted by line.
    package init(
        _ document: Document, scalars: ScalarRules = ScalarRules(), synonyms: [String: String]
    ) throws(GraphQLErrors) {
        var builder = SchemaBuilder(scalars, synonyms)
        self = try builder.build(document)
    }

    /// Reads a type system document and makes a schema of it.
    ///
    /// - Throws: `GraphQLErrors` with the first error of syntax, or with all errors of the document.
    package init(parsing text: String, scalars: ScalarRules = ScalarRules()) throws(GraphQLErrors) {
        let document: Document
        do {
            document = try Document(parsing: text, limits: .typeSystem)
        } catch {
            throw GraphQLErrors([error])
        }
        try self.init(document, scalars: scalars)
    }
}

/// Collects the definitions of a type system document and checks them.
///
/// This file has the collection; the others have the rules by subject.
struct SchemaBuilder {
    let scalars: ScalarRules
    /// The types, directives and values of enums that authors mean by other names, by these names in small letters.
    private let synonyms: [String: String]
    var schema = Schema()
    /// Sentences about unknown names.
    var hints = NameHints()
    private(set) var errors: [GraphQLError] = []

    init(_ scalars: ScalarRules, _ synonyms: [String: String] = [:]) {
        self.scalars = scalars
        self.synonyms = synonyms
    }

    mutating func build(_ document: Document) throws(GraphQLErrors) -> Schema {
        collect(document)
        extend(document)
        addPrelude()
        chooseRoots(document)
        schema.indexObjects()
        for name in schema.typeNames where Prelude.types[name] == nil {
            if let type = schema.types[name] { check(type) }
        }
        checkInputCycles()
        checkDirectiveDefinitions()
        checkSchemaDirectives(document)
        guard errors.isEmpty else { throw GraphQLErrors(errors) }
        return schema
    }

    /// Notes an error, up to a number beyond which more are of no use.
    mutating func report(_ message: String, at locations: SourceLocation...) {
        if errors.count < 1_000 { errors.append(GraphQLError(.schema, message, at: locations)) }
    }

    /// The name that is usually meant by another one.
    func synonym(of name: String) -> String? { name.utf8.count <= 100 ? synonyms[name.lowercased()] : nil }

    /// Notes that a type is unknown, with the type that was probably meant.
    mutating func reportUnknownType(_ name: String, at location: SourceLocation) {
        let hint: String
        if let meant = synonym(of: name), schema.types[meant] != nil {
            hint = NameHints.question(meant)
        } else {
            hint = hints.meant(by: name, among: schema.typeNames.lazy.filter { !$0.utf8.starts(with: "__".utf8) })
        }
        report("Unknown type '\(name)'.\(hint)", at: location)
    }

    // MARK: - Collection

    private mutating func collect(_ document: Document) {
        for definition in document.definitions {
            switch definition {
            case .type(let type): add(type)
            case .directive(let directive):
                if schema.directiveDefinitions[directive.name.text] != nil {
                    report("There can be only one directive named '@\(directive.name)'.", at: directive.name.location)
                } else {
                    schema.directiveDefinitions.append(directive)
                }
            case .operation(let operation):
                report("An operation is no definition of a type system.", at: operation.location)
            case .fragment(let fragment):
                report("A fragment is no definition of a type system.", at: fragment.location)
            case .schema, .schemaExtension, .typeExtension: break
            }
        }
    }

    private mutating func add(_ type: TypeDefinition) {
        let name = type.name.text
        if Prelude.types[name] != nil {
            report("The type '\(name)' is built in and cannot be defined.", at: type.name.location)
        } else if schema.types[name] != nil {
            report("There can be only one type named '\(name)'.", at: type.name.location)
        } else {
            schema.types[name] = type
            schema.typeNames.append(name)
        }
    }

    private mutating func extend(_ document: Document) {
        for case .typeExtension(let addition) in document.definitions {
            let name = addition.name.text
            guard Prelude.types[name] == nil else {
                report("The type '\(name)' is built in and cannot be extended.", at: addition.name.location)
                continue
            }
            guard let type = schema.types[name] else {
                let hint = hints.meant(by: name, among: schema.typeNames)
                report("Cannot extend type '\(name)' because it is not defined.\(hint)", at: addition.name.location)
                continue
            }
            guard type.kind == addition.kind else {
                report(
                    "Cannot extend '\(name)', which is a definition of '\(type.kind.keyword)', as "
                        + "'\(addition.kind.keyword)'.",
                    at: addition.name.location)
                continue
            }
            // In place: a copy for each of many extensions would cost the square of their number.
            schema.types[name]?.add(addition)
        }
    }

    private mutating func addPrelude() {
        for type in Prelude.types {
            schema.types[type.name.text] = type
            schema.typeNames.append(type.name.text)
        }
        for directive in Prelude.directives where schema.directiveDefinitions[directive.name.text] == nil {
            schema.directiveDefinitions.append(directive)
        }
    }

    // MARK: - Root types

    private mutating func chooseRoots(_ document: Document) {
        var hasDefinition = false
        var locations: [OperationKind: SourceLocation] = [:]
        for definition in document.definitions {
            switch definition {
            case .schema(let entry):
                if hasDefinition { report("There can be only one schema definition.", at: entry.location) }
                hasDefinition = true
                schema.description = entry.description
                add(entry, &locations)
            case .schemaExtension(let entry): add(entry, &locations)
            default: break
            }
        }
        if !hasDefinition {
            for kind in OperationKind.allCases where schema.roots[kind] == nil {
                if schema.types[kind.usualRoot]?.kind == .object { schema.roots[kind] = kind.usualRoot }
            }
        }
        checkRoots(locations)
    }

    private mutating func add(_ entry: SchemaDefinition, _ locations: inout [OperationKind: SourceLocation]) {
        schema.directives += entry.directives
        for root in entry.roots {
            if schema.roots[root.kind] != nil {
                report("There can be only one \(root.kind) type in the schema.", at: root.type.location)
                continue
            }
            schema.roots[root.kind] = root.type.text
            locations[root.kind] = root.type.location
        }
    }

    private mutating func checkRoots(_ locations: [OperationKind: SourceLocation]) {
        if schema.roots[.query] == nil { report("Query root type must be provided.") }
        var kinds: [String: OperationKind] = [:]
        for kind in OperationKind.allCases {
            guard let name = schema.roots[kind] else { continue }
            let location = locations[kind] ?? .none
            if let type = schema.types[name] {
                if type.kind != .object {
                    report("The \(kind) root type must be an object type, it cannot be '\(name)'.", at: location)
                }
            } else {
                reportUnknownType(name, at: location)
            }
            if let other = kinds.updateValue(kind, forKey: name) {
                report("The \(other) and \(kind) root types must be different, but both are '\(name)'.", at: location)
            }
        }
    }
}

extension TypeDefinition {
    /// Adds the parts of an extension.
    fileprivate mutating func add(_ addition: TypeDefinition) {
        interfaces += addition.interfaces
        directives += addition.directives
        members += addition.members
        for field in addition.fields { fields.append(field) }
        for value in addition.values { values.append(value) }
        for field in addition.inputFields { inputFields.append(field) }
    }
}
