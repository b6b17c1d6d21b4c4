// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseSchemaCompiler

@testable import GatehouseData

/// Schemas and files for the tests.
enum Fixture {
    /// The settings of an API that accepts all modes.
    static let settings = DataSettings(additionalModes: [.apiKey, .iam, .oidc, .function])

    /// The settings of an API with versions.
    static let versioned = DataSettings(
        additionalModes: [.apiKey, .iam, .oidc, .function], conflicts: .optimisticConcurrency)

    /// A compiled schema.
    static func api(_ text: String, _ settings: DataSettings = settings) throws -> DataAPI {
        try DataAPI(compiling: text, settings: settings)
    }

    /// The errors of a schema, one a line.
    static func errors(_ text: String, _ settings: DataSettings = settings) -> String {
        do {
            _ = try DataAPI(compiling: text, settings: settings)
            return ""
        } catch {
            return error.description
        }
    }

    /// The text of a file in the folder `Golden`.
    static func golden(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
