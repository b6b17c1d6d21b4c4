// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SchemaBuilder {
    /// Checks one type: the rules of its kind (specification, sections 3.5 to 3.10) and its directives.
    mutating func check(_ type: TypeDefinition) {
        checkReserved(type.name)
        check(type.directives, on: type.kind.place)
        switch type.kind {
        case .scalar: break
        case .object, .interface:
            checkFields(of: type)
            checkInterfaces(of: type)
        case .union: checkMembers(of: type)
        case .enumeration: checkValues(of: type)
        case .inputObject: checkInputFields(of: type)
        }
    }

    /// Names that begin with two underscores belong to introspection.
    mutating func checkReserved(_ name: Name) {
        guard name.text.utf8.starts(with: "__".utf8) else { return }
        report(
            "Name '\(name)' must not begin with '__', which is reserved by GraphQL introspection.", at: name.location)
    }

    private mutating func checkFields(of type: TypeDefinition) {
        if type.fields.isEmpty { report("Type '\(type.name)' must define one or more fields.", at: type.name.location) }
        for field in type.fields.repeated {
            report("Field '\(type.name).\(field.name)' can only be defined once.", at: field.name.location)
        }
        for field in type.fields {
            checkReserved(field.name)
            check(field.type, isInput: false, of: "\(type.name).\(field.name)")
            check(field.directives, on: .fieldDefinition)
            check(arguments: field.arguments, of: "\(type.name).\(field.name)")
        }
    }

    /// Checks the arguments of a field or a directive.
    mutating func check(arguments: NamedList<InputValueDefinition>, of owner: String) {
        for argument in arguments.repeated {
            report("Argument '\(owner)(\(argument.name):)' can only be defined once.", at: argument.name.location)
        }
        for argument in arguments { check(argument, as: "\(owner)(\(argument.name):)", on: .argumentDefinition) }
    }

    private mutating func check(_ value: InputValueDefinition, as owner: String, on place: DirectivePlace) {
        checkReserved(value.name)
        check(value.type, isInput: true, of: owner)
        check(value.directives, on: place)
        guard let defaultValue = value.defaultValue else { return }
        var checker = LiteralChecker(schema, scalars)
        checker.check(defaultValue, value.type.type)
        for problem in checker.problems {
            report(
                "The default value '\(problem.value)' of \(owner)\(problem.path) \(problem.text).\(hint(for: problem))",
                at: problem.location)
        }
    }

    /// Checks that a type exists and may stand in its place.
    private mutating func check(_ reference: TypeReference, isInput: Bool, of owner: String) {
        let name = reference.name.text
        guard schema.types[name] != nil else {
            return reportUnknownType(name, at: reference.name.location)
        }
        guard isInput ? schema.isInput(name) : schema.isOutput(name) else {
            return report(
                "The type of '\(owner)' must be an \(isInput ? "input" : "output") type, but '\(name)' is not.",
                at: reference.name.location)
        }
    }

    private mutating func checkMembers(of type: TypeDefinition) {
        if type.members.isEmpty {
            report("Union type '\(type.name)' must define one or more member types.", at: type.name.location)
        }
        var seen: Set<String> = []
        for member in type.members {
            if !seen.insert(member.text).inserted {
                report("Union type '\(type.name)' can only include type '\(member)' once.", at: member.location)
            }
            guard let kind = schema.types[member.text]?.kind else {
                reportUnknownType(member.text, at: member.location)
                continue
            }
            if kind != .object {
                report(
                    "Union type '\(type.name)' can only include object types, it cannot include '\(member)'.",
                    at: member.location)
            }
        }
    }

    private mutating func checkValues(of type: TypeDefinition) {
        if type.values.isEmpty {
            report("Enum type '\(type.name)' must define one or more values.", at: type.name.location)
        }
        for value in type.values.repeated {
            report("Enum value '\(type.name).\(value.name)' can only be defined once.", at: value.name.location)
        }
        for value in type.values {
            checkReserved(value.name)
            // The parser refuses them; a program may make such a definition.
            if ["true", "false", "null"].contains(value.name.text) {
                report("Enum type '\(type.name)' cannot include value: \(value.name).", at: value.name.location)
            }
            check(value.directives, on: .enumValue)
        }
    }

    private mutating func checkInputFields(of type: TypeDefinition) {
        if type.inputFields.isEmpty {
            report("Input object type '\(type.name)' must define one or more fields.", at: type.name.location)
        }
        for field in type.inputFields.repeated {
            report("Field '\(type.name).\(field.name)' can only be defined once.", at: field.name.location)
        }
        for field in type.inputFields { check(field, as: "\(type.name).\(field.name)", on: .inputFieldDefinition) }
    }
}

extension TypeKind {
    /// The place of directives on a type of the kind.
    var place: DirectivePlace {
        switch self {
        case .scalar: .scalar
        case .object: .object
        case .interface: .interface
        case .union: .union
        case .enumeration: .enumeration
        case .inputObject: .inputObject
        }
    }
}
