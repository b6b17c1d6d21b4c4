// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// Variable Uniqueness (5.8.1) and Variables Are Input Types (5.8.2), and the rules of default values.
    mutating func checkDeclarations(of operation: OperationDefinition) {
        for variable in operation.variables.repeated {
            report(
                .variableUniqueness, .duplicateVariableName,
                "There can be only one variable named '\(variable.name)'", at: variable.name.location)
        }
        for variable in operation.variables {
            let name = variable.type.name
            if schema.type(name.text) == nil {
                report(.variablesAreInputTypes, .unknownType, "Unknown type \(name)", at: name.location)
            } else if !schema.isInput(name.text) {
                report(
                    .variablesAreInputTypes, .nonInputTypeOnVariable,
                    "Input variable \(variable.name) type \(variable.type.type) is not an input type",
                    at: name.location)
            } else if let value = variable.defaultValue {
                check(defaultValue: value, variable.type.type, variable: variable.name)
            }
            check(variable.directives, on: .variableDefinition)
        }
    }

    /// All Variable Uses Defined (5.8.3), All Variables Used (5.8.4) and All Variable Usages Are Allowed (5.8.5).
    ///
    /// Each operation is checked with its fragments.
    mutating func checkVariables() {
        for (operation, uses, _) in operations {
            var used: Set<String> = []
            check(uses.variables, of: operation, &used)
            guard let fragments = reachable(from: uses.spreads) else { return }
            for name in fragments {
                guard let uses = usesOfFragments[name], spend(uses.variables.count) else { return }
                check(uses.variables, of: operation, &used)
            }
            for variable in operation.variables where !used.contains(variable.name.text) {
                report(
                    .allVariablesUsed, .unusedVariable, "Unused variable \(variable.name)",
                    at: variable.name.location)
            }
        }
    }

    private mutating func check(
        _ usages: [VariableUsage], of operation: OperationDefinition, _ used: inout Set<String>
    ) {
        for usage in usages {
            used.insert(usage.name)
            guard let variable = operation.variables[usage.name] else {
                report(
                    .allVariableUsesDefined, .undefinedVariable, "Undefined variable \(usage.name)",
                    at: usage.location)
                continue
            }
            guard let type = usage.type, schema.isInput(variable.type.name.text) else { continue }
            if !isAllowed(variable, type, hasDefault: usage.hasDefault) {
                report(
                    .allVariableUsagesAreAllowed, .variableTypeMismatch,
                    "Variable '\(usage.name)' of type '\(variable.type.type)' used in position expecting type "
                        + "'\(type)'",
                    at: usage.location, variable.name.location)
            }
        }
    }

    /// `IsVariableUsageAllowed` of the specification.
    private func isAllowed(_ variable: VariableDefinition, _ type: GraphQLType, hasDefault: Bool) -> Bool {
        let declared = variable.type.type
        guard type.isNonNull, !declared.isNonNull else { return isCompatible(declared, type) }
        let isNeverNull = variable.defaultValue.map { $0.kind != .null } ?? false
        return (isNeverNull || hasDefault) && isCompatible(declared, type.nullable)
    }

    /// `AreTypesCompatible` of the specification.
    private func isCompatible(_ declared: GraphQLType, _ type: GraphQLType) -> Bool {
        switch (declared, type) {
        case (.nonNull(let declared), .nonNull(let type)): isCompatible(declared, type)
        case (.nonNull(let declared), _): isCompatible(declared, type)
        case (_, .nonNull): false
        case (.list(let declared), .list(let type)): isCompatible(declared, type)
        case (.named(let declared), .named(let type)):
            declared == type || options.mixesIDAndString && Set([declared, type]) == ["ID", "String"]
        default: false
        }
    }
}
