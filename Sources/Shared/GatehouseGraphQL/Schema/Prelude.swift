// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The scalar types, directives and types of introspection of every schema (specification, sections 3.5, 3.13 and 4).
///
/// The members for deprecated arguments and input fields are those of the edition of September 2025, whose query tools
/// send.
enum Prelude {
    private static let document: Document = {
        do {
            return try Document(parsing: text, limits: .typeSystem, keepsLocations: false)
        } catch {
            preconditionFailure("The built-in definitions do not parse: \(error)")
        }
    }()

    /// The built-in types in order.
    static let types = NamedList<TypeDefinition>(
        document.definitions.compactMap { if case .type(let type) = $0 { type } else { nil } })

    /// The built-in directives in order.
    static let directives = NamedList<DirectiveDefinition>(
        document.definitions.compactMap { if case .directive(let directive) = $0 { directive } else { nil } })

    /// The field with the name of a value's object type.
    static let typenameField = FieldDefinition("__typename", TypeReference(.nonNull(.named("String"))))

    /// The field with the whole schema.
    static let schemaField = FieldDefinition("__schema", TypeReference(.nonNull(.named("__Schema"))))

    /// The field with one type of the schema.
    static let typeField = FieldDefinition(
        "__type", TypeReference(.named("__Type")),
        arguments: [InputValueDefinition("name", TypeReference(.nonNull(.named("String"))))])

    /// The reason of a deprecation that gives none.
    static let deprecationReason = "No longer supported"

    private static let text = #"""
        "The `Int` scalar type represents whole numbers of 32 bits with a sign."
        scalar Int
        "The `Float` scalar type represents numbers of double precision (IEEE 754)."
        scalar Float
        "The `String` scalar type represents text as a sequence of Unicode characters."
        scalar String
        "The `Boolean` scalar type represents `true` or `false`."
        scalar Boolean
        "The `ID` scalar type represents an identifier, which is written as a string."
        scalar ID

        "Selects a field or a fragment only if the condition is true."
        directive @include(
          "Included when true."
          if: Boolean!
        ) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
        "Does not select a field or a fragment if the condition is true."
        directive @skip(
          "Skipped when true."
          if: Boolean!
        ) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
        "Marks an element of a schema that clients should not use any more."
        directive @deprecated(
          "The reason and the replacement, in Markdown."
          reason: String = "No longer supported"
        ) on FIELD_DEFINITION | ENUM_VALUE
        "Names the document that specifies a scalar type."
        directive @specifiedBy(
          "The URL of the document."
          url: String!
        ) on SCALAR

        "The types, root types and directives of the server."
        type __Schema {
          description: String
          types: [__Type!]!
          queryType: __Type!
          mutationType: __Type
          subscriptionType: __Type
          directives: [__Directive!]!
        }
        "A type of the schema, or a list or a non-null type around one."
        type __Type {
          kind: __TypeKind!
          name: String
          description: String
          specifiedByURL: String
          fields(includeDeprecated: Boolean = false): [__Field!]
          interfaces: [__Type!]
          possibleTypes: [__Type!]
          enumValues(includeDeprecated: Boolean = false): [__EnumValue!]
          inputFields(includeDeprecated: Boolean = false): [__InputValue!]
          ofType: __Type
        }
        "The kinds of types."
        enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
        "A field of an object or an interface."
        type __Field {
          name: String!
          description: String
          args(includeDeprecated: Boolean = false): [__InputValue!]!
          type: __Type!
          isDeprecated: Boolean!
          deprecationReason: String
        }
        "An argument, or a field of an input object."
        type __InputValue {
          name: String!
          description: String
          type: __Type!
          defaultValue: String
          isDeprecated: Boolean!
          deprecationReason: String
        }
        "A value of an enum."
        type __EnumValue {
          name: String!
          description: String
          isDeprecated: Boolean!
          deprecationReason: String
        }
        "A directive that the server knows."
        type __Directive {
          name: String!
          description: String
          locations: [__DirectiveLocation!]!
          args(includeDeprecated: Boolean = false): [__InputValue!]!
          isRepeatable: Boolean!
        }
        "The places where directives may stand."
        enum __DirectiveLocation {
          QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT VARIABLE_DEFINITION
          SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM ENUM_VALUE INPUT_OBJECT
          INPUT_FIELD_DEFINITION
        }
        """#
}

extension [Directive] {
    /// The reason of a deprecation, if there is a `@deprecated`.
    package var deprecationReason: String? {
        guard let directive = first(where: { $0.name.text == "deprecated" }) else { return nil }
        guard case .string(let reason)? = directive.arguments["reason"]?.value.kind else {
            return Prelude.deprecationReason
        }
        return reason
    }
}
