// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Turns values of requests into values of the schema's input types (specification, sections 3.5 to 3.12 and 6.4.1).
struct InputCoercion {
    /// Why a value is none of its type.
    enum Problem: Error, Hashable {
        /// It is missing or `null`, which the type excludes.
        case null(GraphQLType)
        /// It has a field that the input object does not have.
        case unknownField(type: String)
        /// It is of another kind.
        case invalid(GraphQLType)
    }

    let schema: Schema
    let scalars: ScalarRules

    // MARK: - Values of variables

    /// The value of a type for one that a request sent as JSON.
    func value(_ value: GraphQLValue, _ type: GraphQLType) throws(Problem) -> GraphQLValue {
        switch (value, type) {
        case (.null, .nonNull): throw .null(type)
        case (_, .nonNull(let type)): return try self.value(value, type)
        case (.null, _): return .null
        case (.list(let elements), .list(let type)):
            var values: [GraphQLValue] = []
            for element in elements { values.append(try self.value(element, type)) }
            return .list(values)
        case (_, .list(let type)): return .list([try self.value(value, type)])
        case (_, .named(let name)):
            guard let definition = schema.type(name) else { throw .invalid(type) }
            return try self.value(value, definition)
        }
    }

    private func value(_ value: GraphQLValue, _ type: TypeDefinition) throws(Problem) -> GraphQLValue {
        let invalid = Problem.invalid(.named(type.name.text))
        switch type.kind {
        case .scalar:
            guard let value = scalars[type.name.text].accept(value, false) else { throw invalid }
            return value
        case .enumeration:
            guard let name = value.text, type.values[name] != nil else { throw invalid }
            return .enumeration(name)
        case .inputObject:
            guard let members = value.members else { throw invalid }
            for key in members.keys where type.inputFields[key] == nil {
                throw .unknownField(type: type.name.text)
            }
            return try object(type) { (field) throws(Problem) in
                guard let member = members[field.name.text] else { return nil }
                return try self.value(member, field.type.type)
            }
        case .object, .interface, .union: throw invalid
        }
    }

    /// An input object, its fields in the order of the schema; fields without a value have their default.
    private func object(
        _ type: TypeDefinition, _ given: (InputValueDefinition) throws(Problem) -> GraphQLValue?
    ) throws(Problem) -> GraphQLValue {
        var members = GraphQLObject()
        for field in type.inputFields {
            if let value = try given(field) {
                members[field.name.text] = value
            } else if let defaultValue = field.defaultValue {
                members[field.name.text] = try value(defaultValue, field.type.type)
            } else if field.type.type.isNonNull {
                throw .null(field.type.type)
            }
        }
        return .object(members)
    }

    // MARK: - Literals

    /// The value of a type for a literal without variables.
    func value(_ literal: Literal, _ type: GraphQLType) throws(Problem) -> GraphQLValue {
        try value(literal, type, [:]) ?? .null
    }

    /// The value of a type for a literal; `nil` if it is a variable without a value.
    func value(
        _ literal: Literal, _ type: GraphQLType, _ variables: GraphQLObject
    ) throws(Problem) -> GraphQLValue? {
        switch (literal.kind, type) {
        case (.variable(let name), _):
            guard let value = variables[name] else { return nil }
            if value == .null, type.isNonNull { throw .null(type) }
            return value
        case (.null, .nonNull): throw .null(type)
        case (_, .nonNull(let type)): return try value(literal, type, variables)
        case (.null, _): return .null
        case (.list(let elements), .list(let type)):
            var values: [GraphQLValue] = []
            for element in elements {
                let value = try value(element, type, variables) ?? .null
                if value == .null, type.isNonNull { throw .null(type) }
                values.append(value)
            }
            return .list(values)
        case (_, .list(let type)): return .list([try value(literal, type, variables) ?? .null])
        case (_, .named(let name)):
            guard let definition = schema.type(name) else { throw .invalid(type) }
            return try value(literal, definition, variables)
        }
    }

    private func value(
        _ literal: Literal, _ type: TypeDefinition, _ variables: GraphQLObject
    ) throws(Problem) -> GraphQLValue {
        let invalid = Problem.invalid(.named(type.name.text))
        switch type.kind {
        case .scalar:
            guard let value = literal.scalar(type.name.text, scalars, variables) else { throw invalid }
            return value
        case .enumeration:
            guard case .enumeration(let name) = literal.kind, type.values[name] != nil else { throw invalid }
            return .enumeration(name)
        case .inputObject:
            guard case .object(let fields) = literal.kind else { throw invalid }
            let given = NamedList(fields)
            for field in fields where type.inputFields[field.name.text] == nil {
                throw .unknownField(type: type.name.text)
            }
            return try object(type) { (field) throws(Problem) in
                guard let member = given[field.name.text] else { return nil }
                return try self.value(member.value, field.type.type, variables)
            }
        case .object, .interface, .union: throw invalid
        }
    }
}
