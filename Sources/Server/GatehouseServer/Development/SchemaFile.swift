// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseSchemaCompiler
import GatehouseText

/// The schema that `gatehouse dev --schema` serves, or whose rules `gatehouse api rules --schema` shows, compiled.
package struct SchemaFile: Sendable {
    /// The modes of the API: every user of the first pool, its key, and the identities of the first identity pool.
    static let settings = DataSettings(defaultMode: .userPools, additionalModes: [.apiKey, .iam])

    /// The path as the developer gave it.
    let path: String
    /// The schema as the author wrote it.
    let text: String
    private let schema: CompiledSchema

    /// The compiled schema.
    var compiled: DataAPI { schema.api }

    /// Reads a file, and compiles it for the API of `gatehouse dev`.
    /// - Throws: `StartupRefusal` with all errors of the schema, each with its line and column.
    package init(_ path: String) throws(StartupRefusal) { try self.init(path, Self.settings) }

    /// Reads a file, and compiles it for an API with modes, of which the first one is the default mode.
    ///
    /// Without modes, the rules may name all of them.
    /// - Throws: `StartupRefusal` with all errors of the schema, each with its line and column.
    package init(_ path: String, modes: [APIOptions.Mode]) throws(StartupRefusal) {
        let modes = modes.isEmpty ? APIOptions.Mode.allCases : modes
        try self.init(
            path, DataSettings(defaultMode: modes[0].mode, additionalModes: modes.dropFirst().map(\.mode)))
    }

    private init(_ path: String, _ settings: DataSettings) throws(StartupRefusal) {
        let isFolder = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
        guard isFolder != true else {
            throw StartupRefusal(
                .configuration, "\(path) is a folder: --schema takes one file. Write the types into one .graphql file.")
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw StartupRefusal(
                .configuration,
                "\(path): there is no such file, or it cannot be read. Correct the path that --schema names.")
        }
        guard let text = String(validating: data, as: UTF8.self), StreamSafeText.contains(text) else {
            throw StartupRefusal(
                .configuration, "\(path) is not text in UTF-8. Correct the file that --schema names.")
        }
        if let language = ForeignSchema(path: path, text: text) {
            throw StartupRefusal(.configuration, "\(path) \(language.problem)", details: language.cure)
        }
        self.path = path
        self.text = text
        do {
            schema = try CompiledSchema(compiling: text, settings: settings)
        } catch {
            let count = error.errors.count == 1 ? "1 error" : "\(error.errors.count) errors"
            throw StartupRefusal(
                .configuration, "The schema \(path) has \(count). Correct the file that --schema names.",
                details: error.errors.map { Self.line($0, in: path) })
        }
    }

    /// Checks that the server has all functions that the schema names.
    /// - Throws: `StartupRefusal` with those that it does not have.
    func requireFunctions(of functions: DataFunctions) throws(StartupRefusal) {
        let missing = functions.missing(in: schema)
        guard missing.isEmpty else {
            throw StartupRefusal(
                .configuration, "The schema \(path) names functions that the server does not have.",
                details: missing.map { Self.line($0, in: path) })
        }
    }

    /// The warnings about the schema, each with its place.
    var warnings: [String] { compiled.warnings.map { Self.line($0, in: path) } }

    /// The lines of the tables of rules; the warnings follow.
    package var rules: [String] { compiled.rules(warnings: warnings) }

    /// A notice in the form that editors recognize: the file, the line and the column before the text.
    static func line(_ notice: SchemaNotice, in path: String) -> String {
        notice.line > 0 ? "\(path):\(notice)" : "\(path): \(notice)"
    }
}
