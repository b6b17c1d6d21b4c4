// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Printer {
    mutating func print(_ definition: Definition) {
        switch definition {
        case .operation(let operation): print(operation)
        case .fragment(let fragment): print(fragment)
        case .schema(let schema): print(schema, isExtension: false)
        case .schemaExtension(let schema): print(schema, isExtension: true)
        case .type(let type): print(type, isExtension: false)
        case .typeExtension(let type): print(type, isExtension: true)
        case .directive(let directive): print(directive)
        }
    }

    private mutating func print(_ operation: OperationDefinition) {
        write(operation.kind.rawValue)
        if let name = operation.name { write(" \(name)") }
        if !operation.variables.isEmpty {
            write(operation.name == nil ? " (" : "(")
            list(operation.variables) { printer, variable in
                printer.write("$\(variable.name): \(variable.type.type)")
                if let defaultValue = variable.defaultValue {
                    printer.write(" = ")
                    printer.print(defaultValue)
                }
                printer.print(variable.directives)
            }
            write(")")
        }
        print(operation.directives)
        print(operation.selections)
    }

    private mutating func print(_ fragment: FragmentDefinition) {
        write("fragment \(fragment.name) on \(fragment.typeCondition)")
        print(fragment.directives)
        print(fragment.selections)
    }

    private mutating func print(_ selections: [Selection]) {
        block(selections) { printer, selection in
            switch selection {
            case .field(let field):
                if let alias = field.alias { printer.write("\(alias): ") }
                printer.write(field.name.text)
                printer.print(field.arguments)
                printer.print(field.directives)
                printer.print(field.selections)
            case .spread(let spread):
                printer.write("...\(spread.name)")
                printer.print(spread.directives)
            case .inline(let fragment):
                printer.write("...")
                if let condition = fragment.typeCondition { printer.write(" on \(condition)") }
                printer.print(fragment.directives)
                printer.print(fragment.selections)
            }
        }
    }
}
