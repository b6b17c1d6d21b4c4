// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
import GatehouseSchemaCompiler

/// The Swift files for a schema that is written for Amplify.
///
/// The same schema gives the same bytes.
package struct GeneratedModels: Hashable, Sendable {
    /// A generated file.
    package struct File: Hashable, Sendable {
        /// The name, without a folder.
        package var name: String
        /// The content.
        package var text: String
    }

    /// The files by ascending name.
    package let files: [File]
    /// The names of the models, in the order of the schema.
    package let modelNames: [String]
    /// What the models lack, sorted by line.
    ///
    /// The compiler's warnings about rules are not here: they matter where the schema is used by a server.
    package let warnings: [SchemaNotice]

    /// Generates the files: two for each model and for each plain type, one for each enum, and one that registers the
    /// models.
    ///
    /// - Throws: `SchemaErrors` with all errors of the schema, or with everything that Swift cannot express.
    package init(schema text: String) throws(SchemaErrors) {
        let compiled = try CompiledSchema(compiling: text, settings: Self.settings)
        let client = ClientSchema(compiled)
        var refusals = Refusals(compiled, client)
        let errors = refusals.check() + client.errors
        guard errors.isEmpty else { throw SchemaErrors(errors) }

        var files = client.models.flatMap { model in
            [
                File(name: "\(model.name).swift", text: ModelFile(model).text),
                File(name: "\(model.name)+Schema.swift", text: SchemaFile(model).text),
            ]
        }
        files += client.plainTypes.flatMap { type in
            [
                File(name: "\(type.name).swift", text: PlainTypeFile(type).text),
                File(name: "\(type.name)+Schema.swift", text: PlainTypeFile(type).schemaText),
            ]
        }
        files += client.enums.map { File(name: "\($0.name).swift", text: EnumFile($0).text) }
        files.append(File(name: "AmplifyModels.swift", text: RegistryFile(client).text))
        self.files = files.sorted { $0.name < $1.name }
        modelNames = client.models.map { "\($0.name)" }
        warnings = client.warnings.sorted()
    }

    /// The modes of the API are not in the schema, so that rules may name all of them.
    private static let settings = DataSettings(additionalModes: AuthorizationMode.allCases)
}
