// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Schema {
    /// The values of the arguments of a directive, defaults included.
    ///
    /// - Parameters:
    ///   - directive: The directive where it is used, in this schema or in an executable document.
    ///   - variables: The values of the operation's variables.
    ///   - scalars: The rules of scalar types.
    /// - Returns: The values by name; none for a directive that the schema does not have.
    /// - Throws: `GraphQLError` if an argument is missing or does not fit.
    package func argumentValues(
        of directive: Directive, variables: GraphQLObject = [:], scalars: ScalarRules = ScalarRules()
    ) throws(GraphQLError) -> GraphQLObject {
        let definitions = directiveDefinitions[directive.name.text]?.arguments ?? []
        let coercion = InputCoercion(schema: self, scalars: scalars)
        return try coercion.arguments(definitions, directive.arguments, variables, at: directive.location)
    }
}

extension InputCoercion {
    /// The values of the arguments of a field or a directive (specification, section 6.4.1).
    ///
    /// - Parameters:
    ///   - definitions: The arguments that there are.
    ///   - given: The arguments of the document.
    ///   - variables: The values of the operation's variables.
    ///   - location: Where the field or the directive stands.
    /// - Returns: The values by name, defaults included.
    /// - Throws: `GraphQLError` if an argument is missing or does not fit, which validation leaves possible for
    ///   variables without a value.
    func arguments(
        _ definitions: NamedList<InputValueDefinition>, _ given: NamedList<Argument>, _ variables: GraphQLObject,
        at location: SourceLocation
    ) throws(GraphQLError) -> GraphQLObject {
        var values = GraphQLObject()
        for definition in definitions {
            let argument = given[definition.name.text]
            do throws(Problem) {
                if let argument, let value = try value(argument.value, definition.type.type, variables) {
                    values[definition.name.text] = value
                } else if let defaultValue = definition.defaultValue {
                    values[definition.name.text] = try value(defaultValue, definition.type.type)
                } else if definition.type.type.isNonNull {
                    throw .null(definition.type.type)
                }
            } catch {
                throw GraphQLError(
                    .execution, Self.text(error, definition.name), at: [argument?.value.location ?? location])
            }
        }
        return values
    }

    private static func text(_ problem: Problem, _ name: Name) -> String {
        switch problem {
        case .null(let type): "Argument '\(name)' has coerced Null value for NonNull type '\(type)'"
        case .unknownField(let type): "Argument '\(name)' contains a field that is not in '\(type)'"
        case .invalid(let type): "Argument '\(name)' has a value that is not a valid '\(type)'"
        }
    }
}
