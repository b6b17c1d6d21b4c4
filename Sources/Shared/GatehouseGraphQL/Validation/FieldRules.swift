// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// Field Selections (5.3.1).
    mutating func reportUndefined(_ field: Field, in parent: TypeDefinition) {
        report(
            .fieldSelections, .fieldUndefined, "Field '\(field.name)' in type '\(parent.name)' is undefined",
            at: field.location)
    }

    /// Leaf Field Selections (5.3.3).
    mutating func checkLeaf(_ field: Field, _ type: TypeDefinition) {
        if type.kind.isLeaf, !field.selections.isEmpty {
            report(
                .leafFieldSelections, .subSelectionNotAllowed,
                "Sub selection not allowed on leaf type \(type.name) of field \(field.name)", at: field.location)
        } else if type.kind.isComposite, field.selections.isEmpty {
            report(
                .leafFieldSelections, .subSelectionRequired,
                "Sub selection required for type \(type.name) of field \(field.name)", at: field.location)
        }
    }

    /// What has arguments.
    enum ArgumentOwner {
        case field
        case directive
    }

    /// Argument Names (5.4.1), Argument Uniqueness (5.4.2), Required Arguments (5.4.2.1) and the rules of values.
    ///
    /// The definitions are `nil` if the field or the directive is unknown: then only variables are noted.
    mutating func check(
        _ arguments: NamedList<Argument>, _ expected: NamedList<InputValueDefinition>?, of owner: ArgumentOwner,
        _ word: String, at location: SourceLocation
    ) {
        for argument in arguments.repeated {
            report(
                .argumentUniqueness, .duplicateArgumentNames,
                "There can be only one argument named '\(argument.name)'", at: argument.name.location)
        }
        for argument in arguments {
            let definition = expected?[argument.name.text]
            if expected != nil, definition == nil {
                report(
                    .argumentNames, .unknownArgument, "Unknown \(word) argument \(argument.name)",
                    at: argument.name.location)
            }
            check(
                argument.value, definition?.type.type, hasDefault: definition?.defaultValue != nil,
                argument: argument.name.text)
        }
        for definition in expected?.elements ?? []
        where definition.isRequired && arguments[definition.name.text] == nil {
            report(
                .requiredArguments, owner == .field ? .missingFieldArgument : .missingDirectiveArgument,
                "Missing \(word) argument \(definition.name)", at: location)
        }
    }
}
