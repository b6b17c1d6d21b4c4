// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseModelGenerator

/// The schemas of the folder `Schemas`, and what is generated for a schema.
enum Fixture {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    /// The folder of the files that the package compiles: those for all schemas together.
    static let golden = tests.appending(path: "../../Client/GeneratedModels").standardizedFileURL

    /// The schemas by the names of their files, sorted by these names.
    static let schemas: [(name: String, text: String)] = {
        let folder = tests.appending(path: "Schemas")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else { return nil }
            return (name, text)
        }
    }()

    /// The generated files of a schema by their names.
    static func files(_ schema: String) throws -> [String: String] {
        let models = try GeneratedModels(schema: schema)
        return Dictionary(models.files.map { ($0.name, $0.text) }) { first, _ in first }
    }

    /// The lines of a generated file, without blanks at their ends and without commas after them.
    static func lines(_ file: String, of schema: String) throws -> [String] {
        let text = try files(schema)[file] ?? ""
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: [" ", ","]) }
    }

    /// The errors of a schema, one a line.
    static func errors(_ schema: String) -> String {
        do {
            _ = try GeneratedModels(schema: schema)
            return ""
        } catch {
            return error.description
        }
    }
}
