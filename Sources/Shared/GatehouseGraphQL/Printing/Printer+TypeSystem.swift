// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Printer {
    mutating func print(_ schema: SchemaDefinition, isExtension: Bool) {
        print(description: schema.description)
        write(isExtension ? "extend schema" : "schema")
        print(schema.directives)
        block(schema.roots) { $0.write("\($1.kind.rawValue): \($1.type)") }
    }

    mutating func print(_ type: TypeDefinition, isExtension: Bool) {
        print(description: type.description)
        write(isExtension ? "extend \(type.kind.keyword) \(type.name)" : "\(type.kind.keyword) \(type.name)")
        if !type.interfaces.isEmpty {
            write(" implements ")
            list(type.interfaces, separator: " & ") { $0.write($1.text) }
        }
        print(type.directives)
        if !type.members.isEmpty {
            write(" = ")
            list(type.members, separator: " | ") { $0.write($1.text) }
        }
        block(type.fields) { printer, field in
            printer.print(description: field.description)
            printer.write(field.name.text)
            printer.print(argumentDefinitions: field.arguments)
            printer.write(": \(field.type.type)")
            printer.print(field.directives)
        }
        block(type.values) { printer, value in
            printer.print(description: value.description)
            printer.write(value.name.text)
            printer.print(value.directives)
        }
        block(type.inputFields) { $0.print($1) }
    }

    mutating func print(_ directive: DirectiveDefinition) {
        print(description: directive.description)
        write("directive @\(directive.name)")
        print(argumentDefinitions: directive.arguments)
        write(directive.isRepeatable ? " repeatable on " : " on ")
        list(directive.places, separator: " | ") { $0.write($1.rawValue) }
    }

    /// Writes arguments in one line, or one a line if any of them has a description.
    private mutating func print(argumentDefinitions arguments: NamedList<InputValueDefinition>) {
        guard !arguments.isEmpty else { return }
        write("(")
        if arguments.allSatisfy({ $0.description == nil }) {
            list(arguments) { $0.print($1) }
        } else {
            indented { printer in
                for argument in arguments {
                    printer.newLine()
                    printer.print(argument)
                }
            }
            newLine()
        }
        write(")")
    }

    private mutating func print(_ value: InputValueDefinition) {
        print(description: value.description)
        write("\(value.name): \(value.type.type)")
        if let defaultValue = value.defaultValue {
            write(" = ")
            print(defaultValue)
        }
        print(value.directives)
    }
}
