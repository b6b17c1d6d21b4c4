// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A document of the GraphQL language: operations and fragments, a type system, or both (specification, section 2.2).
package struct Document: Hashable, Sendable {
    /// The definitions in the order of the text.
    package var definitions: [Definition]

    /// Makes a document of definitions.
    package init(_ definitions: [Definition]) { self.definitions = definitions }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limits: The bounds of the text.
    ///   - keepsLocations: Whether places are kept; without them, documents of one meaning are equal.
    /// - Throws: `GraphQLError` at the first place that does not follow the grammar or exceeds a limit.
    package init(
        parsing bytes: [UInt8], limits: DocumentLimits = .executable, keepsLocations: Bool = true
    ) throws(GraphQLError) {
        var parser = try Parser(bytes, limits: limits, keepsLocations: keepsLocations)
        self = try parser.document()
    }

    /// Reads a document as the other initialiser does.
    ///
    /// - Throws: `GraphQLError`.
    package init(
        parsing text: String, limits: DocumentLimits = .executable, keepsLocations: Bool = true
    ) throws(GraphQLError) {
        try self.init(parsing: Array(text.utf8), limits: limits, keepsLocations: keepsLocations)
    }

    /// The operations in the order of the text.
    package var operations: [OperationDefinition] {
        definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
    }

    /// The fragments in the order of the text.
    package var fragments: [FragmentDefinition] {
        definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
    }

    /// The operation that a request asks for (specification, section 6.1).
    ///
    /// - Throws: `GraphQLError` with the code `.operation` if there is no such operation, or if the name is missing and
    ///   the document has several.
    package func operation(named name: String?) throws(GraphQLError) -> OperationDefinition {
        if let name, !name.isEmpty {
            guard let operation = operations.first(where: { $0.name?.text == name }) else {
                throw GraphQLError(.operation, "Unknown operation named '\(name)'.")
            }
            return operation
        }
        guard let operation = operations.first else {
            throw GraphQLError(.operation, "The document has no operation.")
        }
        guard operations.count == 1 else { throw GraphQLError(.operation, "Missing operation name.") }
        return operation
    }
}

/// One definition of a document.
package enum Definition: Hashable, Sendable {
    /// An operation.
    case operation(OperationDefinition)
    /// A fragment.
    case fragment(FragmentDefinition)
    /// The root types of a schema.
    case schema(SchemaDefinition)
    /// An addition to the root types of a schema.
    case schemaExtension(SchemaDefinition)
    /// A type.
    case type(TypeDefinition)
    /// An addition to a type.
    case typeExtension(TypeDefinition)
    /// A directive.
    case directive(DirectiveDefinition)
}

extension Literal {
    /// Reads a value without variables.
    ///
    /// - Throws: `GraphQLError`.
    package init(parsing text: String, limits: DocumentLimits = .executable) throws(GraphQLError) {
        var parser = try Parser(Array(text.utf8), limits: limits, keepsLocations: true)
        self = try parser.literal(isConstant: true)
        try parser.expectEnd()
    }
}

extension GraphQLType {
    /// Reads a type.
    ///
    /// - Throws: `GraphQLError`.
    package init(parsing text: String, limits: DocumentLimits = .typeSystem) throws(GraphQLError) {
        var parser = try Parser(Array(text.utf8), limits: limits, keepsLocations: true)
        self = try parser.type().type
        try parser.expectEnd()
    }
}
