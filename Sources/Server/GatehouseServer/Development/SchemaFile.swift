// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseSchemaCompiler
import GatehouseText

/// The schema that `gatehouse dev --schema` serves, compiled.
package struct SchemaFile: Sendable {
    /// The modes of the API: every user of the first pool, its key, and the identities of the first identity pool.
    static let settings = DataSettings(defaultMode: .userPools, additionalModes: [.apiKey, .iam])

    /// The path as the developer gave it.
    let path: String
    /// The schema as the author wrote it.
    let text: String
    /// The compiled schema.
    let compiled: DataAPI

    /// Reads and compiles a file.
    /// - Throws: `StartupRefusal` with all errors of the schema, each with its line and column.
    package init(_ path: String) throws(StartupRefusal) {
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
        self.path = path
        self.text = text
        do {
            compiled = try DataAPI(compiling: text, settings: Self.settings)
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
        let missing = functions.missing(in: compiled)
        guard missing.isEmpty else {
            throw StartupRefusal(
                .configuration, "The schema \(path) names functions that the server does not have.",
                details: missing.map { Self.line($0, in: path) })
        }
    }

    /// The warnings about the schema, each with its place.
    var warnings: [String] { compiled.warnings.map { Self.line($0, in: path) } }

    /// A notice in the form that editors recognize: the file, the line and the column before the text.
    static func line(_ notice: SchemaNotice, in path: String) -> String {
        notice.line > 0 ? "\(path):\(notice)" : "\(path): \(notice)"
    }
}
