// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension OperationDefinition {
    /// The values of the operation's variables (specification, section 6.1.2): defaults where the request has none,
    /// and all of the declared types.
    ///
    /// - Parameters:
    ///   - values: What the request sent.
    ///   - schema: The schema against which the operation was validated.
    ///   - scalars: The rules of scalar types.
    /// - Returns: The values by name; a variable without a value and without a default has none.
    /// - Throws: `GraphQLErrors` with one error for each variable whose value does not fit, in AppSync's words.
    package func variableValues(
        _ values: GraphQLObject, schema: Schema, scalars: ScalarRules = ScalarRules()
    ) throws(GraphQLErrors) -> GraphQLObject {
        let coercion = InputCoercion(schema: schema, scalars: scalars)
        var coerced = GraphQLObject()
        var errors: [GraphQLError] = []
        for variable in variables {
            do throws(InputCoercion.Problem) {
                if let value = try variable.value(values[variable.name.text], coercion) {
                    coerced[variable.name.text] = value
                }
            } catch {
                errors.append(variable.error(error))
            }
        }
        guard errors.isEmpty else { throw GraphQLErrors(errors) }
        return coerced
    }
}

extension VariableDefinition {
    /// The value; `nil` if the request has none, and there is no default.
    fileprivate func value(
        _ sent: GraphQLValue?, _ coercion: InputCoercion
    ) throws(InputCoercion.Problem) -> GraphQLValue? {
        if let sent { return try coercion.value(sent, type.type) }
        if let defaultValue { return try coercion.value(defaultValue, type.type) }
        guard !type.type.isNonNull else { throw .null(type.type) }
        return nil
    }

    fileprivate func error(_ problem: InputCoercion.Problem) -> GraphQLError {
        switch problem {
        case .null(let type):
            GraphQLError(
                .variables, "Variable '\(name)' has coerced Null value for NonNull type '\(type)'",
                at: [name.location])
        case .unknownField(let type):
            // The blank at the end is AppSync's.
            GraphQLError(
                .variables,
                "The variables input contains a field that is not defined for input object type '\(type)' ")
        case .invalid:
            GraphQLError(.variables, "Variable '\(name)' has an invalid value.", at: [name.location])
        }
    }
}
