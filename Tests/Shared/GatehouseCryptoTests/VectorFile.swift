// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Reads the files of worked values that are copied beside the tests.
enum VectorFile {
    struct Missing: Error {
        let name: String
    }

    static func load<Contents: Decodable>(_ name: String, as type: Contents.Type) throws -> Contents {
        guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors") else {
            throw Missing(name: name)
        }
        return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    }
}
