// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SchemaBuilder {
    /// Checks that a type implements its interfaces (specification, sections 3.6 and 3.7).
    mutating func checkInterfaces(of type: TypeDefinition) {
        var seen: Set<String> = []
        let names = Set(type.interfaces.map(\.text))
        for name in type.interfaces {
            guard let interface = schema.types[name.text] else {
                reportUnknownType(name.text, at: name.location)
                continue
            }
            guard interface.kind == .interface else {
                report(
                    "Type '\(type.name)' must only implement interface types, it cannot implement '\(name)'.",
                    at: name.location)
                continue
            }
            if name.text == type.name.text {
                report("Type '\(type.name)' cannot implement itself because it would be a cycle.", at: name.location)
                continue
            }
            guard seen.insert(name.text).inserted else {
                report("Type '\(type.name)' can only implement '\(name)' once.", at: name.location)
                continue
            }
            for inherited in interface.interfaces where !names.contains(inherited.text) {
                report(
                    inherited.text == type.name.text
                        ? "Type '\(type.name)' cannot implement '\(name)' because it would be a cycle."
                        : "Type '\(type.name)' must implement '\(inherited)' because '\(name)' implements it.",
                    at: name.location)
            }
            for field in interface.fields { check(field, of: interface, in: type, named: name) }
        }
    }

    private mutating func check(
        _ expected: FieldDefinition, of interface: TypeDefinition, in type: TypeDefinition, named name: Name
    ) {
        let owner = "\(interface.name).\(expected.name)"
        guard let field = type.fields[expected.name.text] else {
            return report(
                "Interface field '\(owner)' expected but '\(type.name)' does not provide it.", at: name.location,
                expected.name.location)
        }
        if !schema.isSubtype(field.type.type, of: expected.type.type) {
            report(
                "Interface field '\(owner)' expects type '\(expected.type.type)' but '\(type.name).\(field.name)' is "
                    + "type '\(field.type.type)'.",
                at: field.type.name.location, expected.type.name.location)
        }
        for argument in expected.arguments {
            guard let own = field.arguments[argument.name.text] else {
                report(
                    "Interface field argument '\(owner)(\(argument.name):)' expected but "
                        + "'\(type.name).\(field.name)' does not provide it.",
                    at: field.name.location, argument.name.location)
                continue
            }
            if own.type.type != argument.type.type {
                report(
                    "Interface field argument '\(owner)(\(argument.name):)' expects type '\(argument.type.type)' but "
                        + "'\(type.name).\(field.name)(\(own.name):)' is type '\(own.type.type)'.",
                    at: own.type.name.location, argument.type.name.location)
            }
        }
        for argument in field.arguments where argument.isRequired && expected.arguments[argument.name.text] == nil {
            report(
                "Field '\(type.name).\(field.name)' includes required argument '\(argument.name)' that is missing "
                    + "from the interface field '\(owner)'.",
                at: argument.name.location, expected.name.location)
        }
    }
}
