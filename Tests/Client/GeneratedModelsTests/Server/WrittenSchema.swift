// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// A schema from which the models were generated.
struct WrittenSchema: CustomTestStringConvertible, Sendable {
    /// The name of the file, without its extension.
    let name: String
    /// The schema.
    let text: String

    var testDescription: String { name }

    /// The schemas of the generator's tests, sorted by name.
    static let all: [WrittenSchema] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Commands/GatehouseModelGeneratorTests/Schemas").standardizedFileURL
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }.compactMap { file in
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            return WrittenSchema(name: file.deletingPathExtension().lastPathComponent, text: text)
        }
    }()

    /// The names of the models, with the join models of many-to-many relations.
    var models: [String] {
        let written = text.matches(of: /type (\w+)(?: implements \w+)?\s+@model/).map { String($0.1) }
        let joined = text.matches(of: /relationName: "(\w+)"/).map { String($0.1) }
        return (written + Set(joined).sorted())
    }

    /// The values of all enums by the names of the enums.
    static let enums: [String: [String]] = {
        let enums = all.map(\.text).joined(separator: "\n").matches(of: /enum (\w+) \{([^}]*)\}/)
        let values = enums.map { (String($0.1), $0.2.split(whereSeparator: \.isWhitespace).map(String.init)) }
        return Dictionary(values) { $0 + $1 }
    }()
}
