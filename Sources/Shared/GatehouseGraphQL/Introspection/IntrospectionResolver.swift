// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An element of a schema, as introspection shows it.
package enum IntrospectionNode: Sendable {
    /// The schema.
    case schema
    /// A type, or a list or a non-null type around one.
    case type(GraphQLType)
    /// A field of an object or an interface.
    case field(FieldDefinition)
    /// An argument, or a field of an input object.
    case input(InputValueDefinition)
    /// A value of an enum.
    case value(EnumValueDefinition)
    /// A directive.
    case directive(DirectiveDefinition)
}

/// Answers introspection (specification, section 4) with what a schema says.
package struct IntrospectionResolver: FieldResolver {
    /// The schema that is shown.
    let schema: Schema

    package func resolve(
        _ field: PlannedField, of object: IntrospectionNode?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<IntrospectionNode> {
        switch object {
        case nil: root(field)
        case .schema: member(field.name)
        case .type(let type): member(field, of: type)
        case .field(let definition): member(field.name, of: definition)
        case .input(let definition): member(field.name, of: definition)
        case .value(let definition): member(field.name, of: definition)
        case .directive(let definition): member(field.name, of: definition)
        }
    }

    /// The value of the field `__schema` or `__type`.
    func root(_ field: PlannedField) -> Resolved<IntrospectionNode> {
        guard field.name == "__type" else { return .object(.schema, type: "__Schema") }
        guard let name = field.arguments["name"]?.text else { return .null }
        return type(named: name)
    }

    // MARK: - Members by type

    private func member(_ name: String) -> Resolved<IntrospectionNode> {
        switch name {
        case "description": Self.text(schema.description)
        case "types": .list(schema.typeNames.map { type(.named($0)) })
        case "queryType": type(named: schema.roots[.query])
        case "mutationType": type(named: schema.roots[.mutation])
        case "subscriptionType": type(named: schema.roots[.subscription])
        case "directives":
            .list(schema.directiveDefinitions.map { .object(.directive($0), type: "__Directive") })
        default: .null
        }
    }

    private func member(_ field: PlannedField, of type: GraphQLType) -> Resolved<IntrospectionNode> {
        switch type {
        case .list(let inner): wrapper(field.name, "LIST", inner)
        case .nonNull(let inner): wrapper(field.name, "NON_NULL", inner)
        case .named(let name): schema.type(name).map { member(field, of: $0) } ?? .null
        }
    }

    private func wrapper(_ name: String, _ kind: String, _ inner: GraphQLType) -> Resolved<IntrospectionNode> {
        switch name {
        case "kind": .value(.enumeration(kind))
        case "ofType": type(inner)
        default: .null
        }
    }

    private func member(_ field: PlannedField, of type: TypeDefinition) -> Resolved<IntrospectionNode> {
        let showsDeprecated = field.arguments["includeDeprecated"] == .boolean(true)
        switch (field.name, type.kind) {
        case ("kind", _): return .value(.enumeration(type.kind.rawValue))
        case ("name", _): return Self.text(type.name.text)
        case ("description", _): return Self.text(type.description)
        case ("specifiedByURL", .scalar):
            let directive = type.directives.first { $0.name.text == "specifiedBy" }
            guard case .string(let url)? = directive?.arguments["url"]?.value.kind else { return .null }
            return Self.text(url)
        case ("fields", .object), ("fields", .interface):
            let fields = type.fields.filter { showsDeprecated || $0.directives.deprecationReason == nil }
            return .list(fields.map { .object(.field($0), type: "__Field") })
        case ("interfaces", .object), ("interfaces", .interface):
            return .list(type.interfaces.map { self.type(.named($0.text)) })
        case ("possibleTypes", .interface), ("possibleTypes", .union):
            return .list(schema.possibleObjects(of: type.name.text).map { self.type(.named($0)) })
        case ("enumValues", .enumeration):
            let values = type.values.filter { showsDeprecated || $0.directives.deprecationReason == nil }
            return .list(values.map { .object(.value($0), type: "__EnumValue") })
        case ("inputFields", .inputObject): return Self.inputs(type.inputFields)
        default: return .null
        }
    }

    private func member(_ name: String, of field: FieldDefinition) -> Resolved<IntrospectionNode> {
        switch name {
        case "name": Self.text(field.name.text)
        case "description": Self.text(field.description)
        case "args": Self.inputs(field.arguments)
        case "type": type(field.type.type)
        case "isDeprecated": .value(.boolean(field.directives.deprecationReason != nil))
        case "deprecationReason": Self.text(field.directives.deprecationReason)
        default: .null
        }
    }

    private func member(_ name: String, of input: InputValueDefinition) -> Resolved<IntrospectionNode> {
        switch name {
        case "name": Self.text(input.name.text)
        case "description": Self.text(input.description)
        case "type": type(input.type.type)
        case "defaultValue": Self.text(input.defaultValue?.printed())
        // A schema cannot mark an input as deprecated.
        case "isDeprecated": .value(.boolean(false))
        default: .null
        }
    }

    private func member(_ name: String, of value: EnumValueDefinition) -> Resolved<IntrospectionNode> {
        switch name {
        case "name": Self.text(value.name.text)
        case "description": Self.text(value.description)
        case "isDeprecated": .value(.boolean(value.directives.deprecationReason != nil))
        case "deprecationReason": Self.text(value.directives.deprecationReason)
        default: .null
        }
    }

    private func member(_ name: String, of directive: DirectiveDefinition) -> Resolved<IntrospectionNode> {
        switch name {
        case "name": Self.text(directive.name.text)
        case "description": Self.text(directive.description)
        case "locations": .value(.list(directive.places.map { .enumeration($0.rawValue) }))
        case "args": Self.inputs(directive.arguments)
        case "isRepeatable": .value(.boolean(directive.isRepeatable))
        default: .null
        }
    }

    // MARK: - Values

    private func type(named name: String?) -> Resolved<IntrospectionNode> {
        guard let name, schema.type(name) != nil else { return .null }
        return type(.named(name))
    }

    private func type(_ type: GraphQLType) -> Resolved<IntrospectionNode> { .object(.type(type), type: "__Type") }

    private static func inputs(_ inputs: NamedList<InputValueDefinition>) -> Resolved<IntrospectionNode> {
        .list(inputs.map { .object(.input($0), type: "__InputValue") })
    }

    private static func text(_ text: String?) -> Resolved<IntrospectionNode> {
        text.map { .value(.string($0)) } ?? .null
    }
}
