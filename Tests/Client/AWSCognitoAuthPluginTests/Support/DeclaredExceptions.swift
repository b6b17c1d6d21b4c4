// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

/// The exceptions that the services' models declare.
enum DeclaredExceptions {
    /// The names of the exceptions of each operation of the user pools' and the identity pools' models.
    static func byOperation() throws -> [String: [String]] {
        try ["cognito-idp", "cognito-identity"].reduce(into: [:]) { result, model in
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let json = try WireValue(json: Data(contentsOf: root.appending(path: "Models/\(model).json")))
            for (name, operation) in try #require(json["operations"]?.objectValue) {
                result[name.text] = (operation["errors"]?.arrayValue ?? []).compactMap { $0["shape"]?.stringValue }
            }
        }
    }
}
