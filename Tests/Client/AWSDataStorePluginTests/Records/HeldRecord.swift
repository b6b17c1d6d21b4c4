// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// A record whose values are found by name, as apps of other languages have them.
struct HeldRecord: Model, JSONValueHolder {
    var values: [String: JSONValue]

    init(_ values: [String: JSONValue]) {
        self.values = values
    }

    init(from decoder: any Decoder) throws {
        values = try [String: JSONValue](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try values.encode(to: encoder)
    }

    func jsonValue(for key: String) -> Any?? {
        guard let value = values[key] else { return nil }
        return switch value {
        case .string(let text): .some(text)
        case .number(let number): .some(number)
        case .boolean(let flag): .some(flag)
        case .object(let members): .some(members)
        case .array: .some(value)
        case .null: .some(nil)
        }
    }

    func jsonValue(for key: String, modelSchema: ModelSchema) -> Any?? { jsonValue(for: key) }

    /// Registers the type as the one of a schema's records.
    static func register(_ schema: ModelSchema) {
        ModelRegistry.register(modelType: HeldRecord.self, modelSchema: schema) { json, decoder in
            try (decoder ?? JSONDecoder()).decode(HeldRecord.self, from: Data(json.utf8))
        }
    }
}
