// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseSchemaCompiler
import GatehouseText

/// A compiled schema of a file: the one of `--schema`, or of `gatehouse api push`.
package struct SchemaFile: Sendable {
    /// What named the file, which decides the words and the exit code of a refusal.
    enum Source {
        /// The setting `--schema` of a server.
        case setting
        /// The option `--schema` of `gatehouse api rules`.
        case rules
        /// `gatehouse api push`.
        case push

        // A file that a command reads is a part of its command line.
        fileprivate var exitCode: StartupRefusal.ExitCode { self == .setting ? .configuration : .usage }
        fileprivate var cure: String {
            self == .push ? "Correct the file, and push it again." : "Correct the file that --schema names."
        }
    }

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
    package init(_ path: String) throws(StartupRefusal) { try self.init(path, Self.settings, of: .setting) }

    /// Reads a file for `gatehouse api rules`, and compiles it for an API with modes, of which the first one is the
    /// default mode.
    ///
    /// Without modes, the rules may name all of them.
    /// - Throws: `StartupRefusal` with all errors of the schema, each with its line and column.
    package init(_ path: String, modes: [APIOptions.Mode]) throws(StartupRefusal) {
        let modes = modes.isEmpty ? APIOptions.Mode.allCases : modes
        try self.init(
            path, DataSettings(defaultMode: modes[0].mode, additionalModes: modes.dropFirst().map(\.mode)),
            of: .rules)
    }

    /// Reads a file, and compiles it for an API with settings.
    /// - Throws: `StartupRefusal` with all errors of the schema, each with its line and column.
    init(_ path: String, _ settings: DataSettings, of source: Source) throws(StartupRefusal) {
        let isFolder = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
        guard isFolder != true else {
            throw StartupRefusal(
                source.exitCode, "\(path) is a folder: a schema is one file. Write the types into one .graphql file.")
        }
        guard let data = Self.contents(of: path) else {
            throw StartupRefusal(
                source.exitCode, "\(path): there is no such file, or it cannot be read. Correct the path.")
        }
        guard let text = String(validating: data, as: UTF8.self), StreamSafeText.contains(text) else {
            throw StartupRefusal(source.exitCode, "\(path) is not text in UTF-8. \(source.cure)")
        }
        if let language = ForeignSchema(path: path, text: text) {
            throw StartupRefusal(source.exitCode, "\(path) \(language.problem)", details: language.cure)
        }
        self.path = path
        self.text = text
        do {
            schema = try CompiledSchema(compiling: text, settings: settings)
        } catch {
            let count = error.errors.count == 1 ? "1 error" : "\(error.errors.count) errors"
            throw StartupRefusal(
                source.exitCode,
                "The schema \(path) has \(count)" + (source == .push ? ", and is not in use." : ". \(source.cure)"),
                details: error.errors.map { Self.line($0, in: path) })
        }
    }

    /// The bytes of a file, of a pipe, or of the standard input with the name `-`.
    private static func contents(of path: String) -> Data? {
        guard let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else { return nil }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            return nil
        }
    }

    /// The functions that the schema names and the server does not have, each with its place.
    func missingFunctions(of functions: DataFunctions) -> [String] {
        functions.missing(in: schema).map { Self.line($0, in: path) }
    }

    /// Checks that the server has all functions that the schema names.
    /// - Throws: `StartupRefusal` with those that it does not have.
    func requireFunctions(of functions: DataFunctions) throws(StartupRefusal) {
        let missing = missingFunctions(of: functions)
        guard missing.isEmpty else {
            throw StartupRefusal(
                .configuration, "The schema \(path) names functions that the server does not have.",
                details: missing)
        }
    }

    /// The warnings about the schema, each with its place.
    var warnings: [String] { compiled.warnings.map { Self.line($0, in: path) } }

    /// The lines of the tables of rules; the warnings follow.
    package var rules: [String] { compiled.rules(warnings: warnings) }

    /// A notice in the form that editors recognize: the file, the line and the column before the text.
    private static func line(_ notice: SchemaNotice, in path: String) -> String {
        notice.line > 0 ? "\(path):\(notice)" : "\(path): \(notice)"
    }
}
