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
                report("Unknown directive '@\(name)'.", at: directive.location)
                continue
            }
            if !definition.places.contains(place) {
                report("Directive '@\(name)' may not be used on \(place.rawValue).", at: directive.location)
            }
            if !seen.insert(name).inserted, !definition.isRepeatable {
                report("The directive '@\(name)' can only be used once at this location.", at: directive.location)
            }
            checkArguments(of: directive, definition)
        }
    }

    private mutating func checkArguments(of directive: Directive, _ definition: DirectiveDefinition) {
        for argument in directive.arguments.repeated {
            report("There can be only one argument named '\(argument.name)'.", at: argument.name.location)
        }
        for argument in directive.arguments {
            guard let expected = definition.arguments[argument.name.text] else {
                report(
                    "Unknown argument '\(argument.name)' on directive '@\(directive.name)'.",
                    at: argument.name.location)
                continue
            }
            var checker = LiteralChecker(schema, scalars)
            checker.check(argument.value, expected.type.type)
            for problem in checker.problems {
                report(
                    "Argument '\(argument.name)\(problem.path)' of directive '@\(directive.name)' with value "
                        + "'\(problem.value)' \(problem.text).", at: problem.location)
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
