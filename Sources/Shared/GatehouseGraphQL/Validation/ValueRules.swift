// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// The rules of values (5.6) for an argument; its variables are noted.
    mutating func check(_ literal: Literal, _ type: GraphQLType?, hasDefault: Bool, argument: String) {
        var checker = LiteralChecker(schema, options.scalars)
        checker.check(literal, type, hasDefault: hasDefault)
        uses.variables += checker.usages
        for problem in checker.problems {
            report(
                problem.rule, problem.type,
                "argument '\(argument)\(problem.path)' with value '\(problem.value)' \(problem.text)",
                at: problem.location)
        }
    }

    /// The rules of values (5.6) for the default value of a variable.
    mutating func check(defaultValue literal: Literal, _ type: GraphQLType, variable: Name) {
        var checker = LiteralChecker(schema, options.scalars)
        checker.check(literal, type)
        for problem in checker.problems {
            report(
                problem.rule, .badValueForDefaultArgument,
                "Bad default value of variable '\(variable)': value\(problem.path) '\(problem.value)' \(problem.text)",
                at: problem.location)
        }
    }
}

extension LiteralProblem {
    /// The rule that the value breaks.
    fileprivate var rule: ValidationRule {
        switch kind {
        case .null, .invalid, .noObject: .valuesOfCorrectType
        case .missing: .inputObjectRequiredFields
        case .unknown: .inputObjectFieldNames
        case .repeated: .inputObjectFieldUniqueness
        }
    }

    fileprivate var type: ValidationErrorType {
        if case .repeated = kind { .uniqueObjectFieldName } else { .wrongType }
    }
}
