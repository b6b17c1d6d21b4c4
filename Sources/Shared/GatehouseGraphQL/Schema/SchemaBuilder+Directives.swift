// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SchemaBuilder {
    /// Checks the definitions of directives (specification, section 3.13).
    mutating func checkDirectiveDefinitions() {
        let directives = schema.directiveDefinitions
        for directive in directives where Prelude.directives[directive.name.text] != directive {
            checkReserved(directive.name)
            check(arguments: directive.arguments, of: "@\(directive.name)")
            if Set(directive.places).count < directive.places.count {
                report("Directive '@\(directive.name)' names a location more than once.", at: directive.name.location)
            }
        }
        let cycles = Cycles.closingEdges(from: directives.map(\.name.text)) { name in
            let uses = directives[name]?.arguments.flatMap(\.directives) ?? []
            return uses.map { ($0.name.text, $0.location) }
        }
        for cycle in cycles {
            report(
                "Directive '@\(cycle.nodes.joined(separator: "', '@"))' must not reference itself.", at: cycle.edge)
        }
    }

    /// Checks the directives of the schema itself.
    mutating func checkSchemaDirectives(_ document: Document) { check(schema.directives, on: .schema) }

    /// Checks the directives in one place of the document.
    mutating func check(_ directives: [Directive], on place: DirectivePlace) {
        var seen: Set<String> = []
        for directive in directives {
            let name = directive.name.text
            guard let definition = schema.directiveDefinitions[name] else {
                reportUnknownDirective(directive, on: place)
                continue
            }
            if !definition.places.contains(place) {
                let places = definition.places.prefix(12).map(\.rawValue).joined(separator: ", ")
                report(
                    "Directive '@\(name)' may not be used on \(place.rawValue). Its places: \(places).",
                    at: directive.location)
            }
            if !seen.insert(name).inserted, !definition.isRepeatable {
                report("The directive '@\(name)' can only be used once at this location.", at: directive.location)
            }
            checkArguments(of: directive, definition)
        }
    }

    /// Notes that a directive is unknown, with the one that was probably meant: if possible, one of the same place.
    private mutating func reportUnknownDirective(_ directive: Directive, on place: DirectivePlace) {
        let name = directive.name.text
        // Lazily, since a hostile document has many directives, and uses many unknown ones.
        let known = [true, false].lazy.flatMap { [definitions = schema.directiveDefinitions] fits in
            definitions.lazy.filter { $0.places.contains(place) == fits }.map(\.name.text)
        }
        let synonym = synonym(of: name).flatMap { schema.directiveDefinitions[$0] }?.name.text
        let meant = synonym ?? hints.name(meantBy: name, among: known)
        let hint = meant.map { NameHints.question("@\($0)") } ?? ""
        report("Unknown directive '@\(name)'.\(hint)", at: directive.location)
    }

    /// A sentence about the names that may stand at the place of a problem, after a blank; empty for other problems.
    mutating func hint(for problem: LiteralProblem) -> String {
        switch problem.kind {
        case .unknown(let field, let type):
            return hints.meant(by: field, among: schema.types[type]?.inputFields ?? [], orElse: "Its fields")
        case .invalid(let type): return hint(for: problem.literal, type, values: schema.types[type]?.values ?? [])
        case .null, .noObject, .missing, .repeated: return ""
        }
    }

    /// A sentence about an invalid literal of a type; the values of an enum are named.
    private mutating func hint(
        for literal: Literal, _ type: String, values: NamedList<EnumValueDefinition>
    ) -> String {
        switch literal.kind {
        case .string(let text) where values[text] != nil: " Write \(text) without quotation marks."
        case .string(let text) where !values.isEmpty, .enumeration(let text) where !values.isEmpty:
            meant(by: text, among: values) + NameHints.list(values, "Its values")
        case .enumeration(let text) where (type == "String" || type == "ID") && text.utf8.count <= 100:
            " Write \"\(text)\" with quotation marks."
        case .int(let text) where type == "String" && text.utf8.count <= 100,
            .float(let text) where type == "String" && text.utf8.count <= 100:
            " Write \"\(text)\" with quotation marks."
        case .boolean(let isTrue) where type == "String": " Write \"\(isTrue)\" with quotation marks."
        default: NameHints.list(values, "Its values")
        }
    }

    /// A sentence with the value that was meant, after a blank; empty if there is none.
    private mutating func meant(by text: String, among values: NamedList<EnumValueDefinition>) -> String {
        if let meant = synonym(of: text), values[meant] != nil { return NameHints.question(meant) }
        let meant = hints.meant(by: text, among: values.lazy.map(\.name.text))
        guard meant.isEmpty, values.count <= 20 else { return meant }
        // Among a few values, a short one with one other letter leaves no doubt.
        let similar = values.map(\.name.text).filter { Self.differInOneLetter($0, text) }
        return similar.count == 1 ? NameHints.question(similar[0]) : ""
    }

    private static func differInOneLetter(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.utf8.count > 2
            && zip(one.utf8, other.utf8).filter { $0 != $1 }.count == 1
    }

    private mutating func checkArguments(of directive: Directive, _ definition: DirectiveDefinition) {
        for argument in directive.arguments.repeated {
            report("There can be only one argument named '\(argument.name)'.", at: argument.name.location)
        }
        for argument in directive.arguments {
            guard let expected = definition.arguments[argument.name.text] else {
                let hint = hints.meant(by: argument.name.text, among: definition.arguments, orElse: "Its arguments")
                report(
                    "Unknown argument '\(argument.name)' on directive '@\(directive.name)'.\(hint)",
                    at: argument.name.location)
                continue
            }
            var checker = LiteralChecker(schema, scalars)
            checker.check(argument.value, expected.type.type)
            for problem in checker.problems {
                report(
                    "Argument '\(argument.name)\(problem.path)' of directive '@\(directive.name)' with value "
                        + "'\(problem.value)' \(problem.text).\(hint(for: problem))", at: problem.location)
            }
        }
        for expected in definition.arguments
        where expected.isRequired && directive.arguments[expected.name.text] == nil {
            report(
                "Directive '@\(directive.name)' argument '\(expected.name)' of type '\(expected.type.type)' is "
                    + "required, but it was not provided.",
                at: directive.location)
        }
    }
}
