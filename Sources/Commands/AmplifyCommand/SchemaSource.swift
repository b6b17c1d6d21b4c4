// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDialogue
import GatehouseProject

extension ProjectFolder {
    /// The nearest folder upwards that has the configuration of a project; without one, the folder itself.
    static func root(around folder: URL) -> URL { containing(folder)?.root ?? folder }
}

extension Configuration.Unusable {
    /// The refusal of a file whose schema is not in GraphQL.
    fileprivate init(_ language: ForeignSchema, path: String) {
        self.init(
            text: "\(path) \(language.problem)",
            cure: language.cure.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " "))
    }
}

/// The written schema of an API: one file, or all files of a folder in the order of their paths.
struct SchemaSource {
    /// A file with the number of its first line in the whole text.
    private struct Part {
        var path: String
        var firstLine: Int
    }

    /// The whole text.
    private(set) var text = ""
    private var parts: [Part] = []

    /// Reads a file, or the files of a folder.
    ///
    /// - Throws: `Configuration.Unusable` if there is no schema, or it cannot be read.
    init(path: String) throws {
        guard let isFolder = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory else {
            throw Configuration.Unusable(
                text: "There is no schema \(path).", cure: "Name the schema of the API with --model-schema.")
        }
        let paths = isFolder ? Self.files(in: path) : [path]
        guard !paths.isEmpty else {
            throw Configuration.Unusable(
                text: "The folder \(path) has no .graphql files.",
                cure: "Name the schema of the API with --model-schema.")
        }
        var line = 1
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path), let part = String(bytes: data, encoding: .utf8)
            else {
                throw Configuration.Unusable(
                    text: "The file \(path) cannot be read as UTF-8.", cure: "Check its permissions and its encoding.")
            }
            if let language = ForeignSchema(path: path, text: part) {
                throw Configuration.Unusable(language, path: path)
            }
            parts.append(Part(path: path, firstLine: line))
            let ended = part.hasSuffix("\n") ? part : part + "\n"
            text += ended
            line += ended.utf8.count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// Reads the schema of a project's only API.
    ///
    /// - Throws: `Configuration.Unusable`.
    init(project root: URL) throws {
        let apis = root.appending(path: "amplify/backend/api")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: apis.path)) ?? []
        let schemas = names.sorted().compactMap { name in
            ["schema.graphql", "schema"].map { apis.appending(path: "\(name)/\($0)").path }
                .first { FileManager.default.fileExists(atPath: $0) }
        }
        guard let schema = schemas.first else {
            let secondGeneration = root.appending(path: "amplify/data/resource.ts").path
            if FileManager.default.fileExists(atPath: secondGeneration) {
                throw Configuration.Unusable(.typeScript, path: secondGeneration)
            }
            throw Configuration.Unusable(
                text: "The project has no schema in amplify/backend/api.",
                cure: "Name the schema of the API with --model-schema.")
        }
        guard schemas.count == 1 else {
            throw Configuration.Unusable(
                text: "The project has several APIs: \(schemas.joined(separator: ", ")).",
                cure: "Name one of the schemas with --model-schema.")
        }
        try self.init(path: schema)
    }

    /// A notice with the file in which its line is.
    func line(of notice: SchemaNotice, as word: String) -> String {
        guard notice.line > 0, let part = parts.last(where: { $0.firstLine <= notice.line }) else {
            return "\(word): \(notice)".withoutControls
        }
        let type = notice.type.map { "\($0): " } ?? ""
        let place = "\(part.path):\(notice.line - part.firstLine + 1):\(notice.column)"
        return "\(place): \(word): \(type)\(notice.message)".withoutControls
    }

    private static func files(in folder: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".graphql") }.sorted().map { "\(folder)/\($0)" }
    }
}
