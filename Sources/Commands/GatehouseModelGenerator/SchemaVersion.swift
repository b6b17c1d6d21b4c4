// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseSchemaCompiler

/// A hash of what a local database of the models depends on: types, fields, keys, indexes and relations.
///
/// Rules are not in it, so that a changed rule does not discard local data.
struct SchemaVersion {
    /// 32 hexadecimal digits.
    let text: String

    init(_ schema: ClientSchema) {
        var lines: [String] = []
        for model in schema.models {
            lines.append("model \(model.name) key \(model.key.joined(separator: " "))")
            lines += model.indexes.map { "index \($0.name) \(([$0.partition] + $0.sort).joined(separator: " "))" }
            lines += model.properties.map(Self.line)
        }
        for type in schema.plainTypes { lines += ["type \(type.name)"] + type.properties.map(Self.line) }
        for type in schema.enums { lines.append("enum \(type.name) \(type.values.map(\.raw).joined(separator: " "))") }
        text = MD5.hexadecimal(Array(lines.joined(separator: "\n").utf8))
    }

    private static func line(_ property: Property) -> String {
        let relation = property.association.map {
            " \($0.kind.rawValue) \($0.others.joined(separator: " ")) \($0.targets.joined(separator: " "))"
        }
        return "field \(property.name) \(property.swiftType)\(relation ?? "")"
    }
}
