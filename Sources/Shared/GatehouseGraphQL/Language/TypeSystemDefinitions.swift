// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The root types of a schema, or what an extension adds to it (specification, section 3.3).
package struct SchemaDefinition: Hashable, Sendable {
    /// The type of the root fields of one kind of operation.
    package struct Root: Hashable, Sendable {
        /// The kind of the operations.
        package var kind: OperationKind
        /// The name of the root type.
        package var type: Name

        /// Makes an entry.
        package init(_ kind: OperationKind, _ type: Name) {
            self.kind = kind
            self.type = type
        }
    }

    /// The text for readers of the schema.
    package var description: String?
    /// The directives of the schema.
    package var directives: [Directive]
    /// The root types.
    package var roots: [Root]
    /// Where the definition starts.
    package var location: SourceLocation

    /// Makes a definition.
    package init(
        description: String? = nil, directives: [Directive] = [], roots: [Root], at location: SourceLocation = .none
    ) {
        self.description = description
        self.directives = directives
        self.roots = roots
        self.location = location
    }
}

/// The kind of a type.
package enum TypeKind: String, Hashable, Sendable, CaseIterable {
    /// A leaf without parts.
    case scalar = "SCALAR"
    /// A type with fields.
    case object = "OBJECT"
    /// Fields that several types have.
    case interface = "INTERFACE"
    /// One of several object types.
    case union = "UNION"
    /// A leaf of listed values.
    case enumeration = "ENUM"
    /// Fields of a value from outside.
    case inputObject = "INPUT_OBJECT"

    /// The word of the schema language.
    package var keyword: String {
        switch self {
        case .scalar: "scalar"
        case .object: "type"
        case .interface: "interface"
        case .union: "union"
        case .enumeration: "enum"
        case .inputObject: "input"
        }
    }
}

/// A type, or what an extension adds to one (specification, sections 3.4 to 3.10).
package struct TypeDefinition: Named, Hashable, Sendable {
    /// The kind of the type.
    package var kind: TypeKind
    /// The text for readers of the schema.
    package var description: String?
    /// The name.
    package var name: Name
    /// The interfaces that an object or an interface implements.
    package var interfaces: [Name]
    /// The directives of the type.
    package var directives: [Directive]
    /// The fields of an object or an interface.
    package var fields: NamedList<FieldDefinition>
    /// The members of a union.
    package var members: [Name]
    /// The values of an enum.
    package var values: NamedList<EnumValueDefinition>
    /// The fields of an input object.
    package var inputFields: NamedList<InputValueDefinition>
    /// Where the definition starts: at its keyword.
    package var location: SourceLocation

    /// Makes a type without parts.
    package init(_ kind: TypeKind, _ name: Name, description: String? = nil, at location: SourceLocation = .none) {
        self.kind = kind
        self.name = name
        self.description = description
        self.location = location
        interfaces = []
        directives = []
        fields = []
        members = []
        values = []
        inputFields = []
    }
}

/// A field of an object or an interface.
package struct FieldDefinition: Named, Hashable, Sendable {
    /// The text for readers of the schema.
    package var description: String?
    /// The name.
    package var name: Name
    /// The arguments.
    package var arguments: NamedList<InputValueDefinition>
    /// The type of the values.
    package var type: TypeReference
    /// The directives of the field.
    package var directives: [Directive]

    /// Makes a field.
    package init(
        _ name: Name, _ type: TypeReference, arguments: NamedList<InputValueDefinition> = [],
        directives: [Directive] = [], description: String? = nil
    ) {
        self.name = name
        self.type = type
        self.arguments = arguments
        self.directives = directives
        self.description = description
    }
}

/// An argument, or a field of an input object.
package struct InputValueDefinition: Named, Hashable, Sendable {
    /// The text for readers of the schema.
    package var description: String?
    /// The name.
    package var name: Name
    /// The type of the values.
    package var type: TypeReference
    /// The value that a request need not send.
    package var defaultValue: Literal?
    /// The directives of the argument or the field.
    package var directives: [Directive]

    /// Makes an argument or a field.
    package init(
        _ name: Name, _ type: TypeReference, defaultValue: Literal? = nil, directives: [Directive] = [],
        description: String? = nil
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.directives = directives
        self.description = description
    }

    /// Whether a request must give a value: the type has no `null`, and there is no default.
    package var isRequired: Bool { type.type.isNonNull && defaultValue == nil }
}

/// A value of an enum.
package struct EnumValueDefinition: Named, Hashable, Sendable {
    /// The text for readers of the schema.
    package var description: String?
    /// The name.
    package var name: Name
    /// The directives of the value.
    package var directives: [Directive]

    /// Makes a value.
    package init(_ name: Name, directives: [Directive] = [], description: String? = nil) {
        self.name = name
        self.directives = directives
        self.description = description
    }
}

/// The definition of a directive (specification, section 3.13).
package struct DirectiveDefinition: Named, Hashable, Sendable {
    /// The text for readers of the schema.
    package var description: String?
    /// The name without the at sign.
    package var name: Name
    /// The arguments.
    package var arguments: NamedList<InputValueDefinition>
    /// Whether one place may have the directive several times.
    package var isRepeatable: Bool
    /// Where the directive may stand.
    package var places: [DirectivePlace]
    /// Where the definition starts: at its keyword.
    package var location: SourceLocation

    /// Makes a definition.
    package init(
        _ name: Name, arguments: NamedList<InputValueDefinition> = [], isRepeatable: Bool = false,
        on places: [DirectivePlace], description: String? = nil, at location: SourceLocation = .none
    ) {
        self.name = name
        self.arguments = arguments
        self.isRepeatable = isRepeatable
        self.places = places
        self.description = description
        self.location = location
    }
}

/// A kind of place where directives may stand.
package enum DirectivePlace: String, Hashable, Sendable, CaseIterable {
    /// A query.
    case query = "QUERY"
    /// A mutation.
    case mutation = "MUTATION"
    /// A subscription.
    case subscription = "SUBSCRIPTION"
    /// A selected field.
    case field = "FIELD"
    /// The definition of a fragment.
    case fragmentDefinition = "FRAGMENT_DEFINITION"
    /// The spread of a fragment.
    case fragmentSpread = "FRAGMENT_SPREAD"
    /// A fragment without a name.
    case inlineFragment = "INLINE_FRAGMENT"
    /// The declaration of a variable.
    case variableDefinition = "VARIABLE_DEFINITION"
    /// The schema.
    case schema = "SCHEMA"
    /// A scalar type.
    case scalar = "SCALAR"
    /// An object type.
    case object = "OBJECT"
    /// A field of an object or an interface.
    case fieldDefinition = "FIELD_DEFINITION"
    /// An argument of a field or a directive.
    case argumentDefinition = "ARGUMENT_DEFINITION"
    /// An interface.
    case interface = "INTERFACE"
    /// A union.
    case union = "UNION"
    /// An enum.
    case enumeration = "ENUM"
    /// A value of an enum.
    case enumValue = "ENUM_VALUE"
    /// An input object.
    case inputObject = "INPUT_OBJECT"
    /// A field of an input object.
    case inputFieldDefinition = "INPUT_FIELD_DEFINITION"
}
