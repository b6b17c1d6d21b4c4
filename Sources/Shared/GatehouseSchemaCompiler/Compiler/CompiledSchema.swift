// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL

/// A compiled schema, and the definitions of its author that the compiled one does not keep.
package struct CompiledSchema: Sendable {
    /// The compiled schema.
    package var api: DataAPI
    /// The types in the order of the written schema, with their places and the parts of their extensions.
    package var types: NamedList<TypeDefinition>
    /// The rules of each model as they are written, by its name; a join model has the rules of both sides.
    package var rules: [String: [AuthRule]]

    init(api: DataAPI, types: NamedList<TypeDefinition>, rules: [String: [AuthRule]]) {
        self.api = api
        self.types = types
        self.rules = rules
    }

    /// Compiles a schema that is written for Amplify.
    ///
    /// - Throws: `SchemaErrors` with all errors of the schema, sorted by line; a schema that does not follow the
    ///   grammar has one.
    package init(compiling text: String, settings: DataSettings = DataSettings()) throws(SchemaErrors) {
        guard text.utf8.count <= DataAPI.schemaSize else {
            throw SchemaErrors([
                SchemaNotice("The schema has \(text.utf8.count) bytes; at most \(DataAPI.schemaSize) are allowed.")
            ])
        }
        guard !SyntaxHint.isBlank(text) else {
            throw SchemaErrors([
                SchemaNotice("The schema is empty. Write a type with @model: type Todo @model { title: String }")
            ])
        }
        let document: Document
        do {
            document = try Document(parsing: text, limits: .typeSystem)
        } catch {
            let location = error.locations.first ?? .none
            throw SchemaErrors([
                SchemaNotice(error.message + SyntaxHint.text(for: error, at: location, in: text), at: location)
            ])
        }
        var compiler = SchemaCompiler(WrittenSchema(document), settings)
        self = try compiler.compile()
    }
}

extension DataAPI {
    /// The most bytes of a written schema.
    package static let schemaSize = 1_048_576
    /// The most types of a written schema.
    package static let typeCount = 500
    /// The most fields of a type of a written schema.
    package static let fieldCount = 100

    /// Compiles a schema that is written for Amplify.
    ///
    /// - Throws: `SchemaErrors`, as `CompiledSchema`.
    package init(compiling text: String, settings: DataSettings = DataSettings()) throws(SchemaErrors) {
        self = try CompiledSchema(compiling: text, settings: settings).api
    }
}
