// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A JSON schema (draft 2020-12) with the keywords that descriptions of configuration files use.
///
/// A schema with another keyword cannot be read, so that no rule is passed over.
struct JSONSchema {
    struct UnknownKeyword: Error {
        let name: String
    }

    private static let keywords: Set<WireName> = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "const", "minItems", "uniqueItems",
        "minimum", "maximum",
    ]

    private let schema: WireValue

    init(_ text: String) throws {
        schema = try WireValue(json: Data(text.utf8))
        try Self.checkKeywords(of: schema)
    }

    private static func checkKeywords(of schema: WireValue) throws {
        guard let members = schema.objectValue else { return }
        for name in members.keys where !keywords.contains(name) { throw UnknownKeyword(name: "\(name)") }
        for each in (members["properties"]?.objectValue ?? [:]).values { try checkKeywords(of: each) }
        for name in ["items", "additionalProperties"] as [WireName] { try members[name].map(checkKeywords) }
    }

    /// The paths in a document with what is wrong there; none for a valid document.
    func complaints(about document: WireValue) -> [String] {
        Self.complaints(about: document, at: "", by: schema).sorted()
    }

    private static func complaints(about value: WireValue, at path: String, by schema: WireValue) -> [String] {
        guard schema.boolValue != false else { return ["\(path): not a member of the format"] }
        guard let rules = schema.objectValue else { return [] }
        var complaints: [String] = []
        if let type = rules["type"]?.stringValue, type != self.type(of: value) {
            return ["\(path): not of type \(type)"]
        }
        if let constant = rules["const"], constant != value { complaints.append("\(path): another value") }
        if let values = rules["enum"]?.arrayValue, !values.contains(value) {
            complaints.append("\(path): unknown value")
        }
        if let number = value.doubleValue {
            let least = rules["minimum"]?.doubleValue ?? -.infinity
            let most = rules["maximum"]?.doubleValue ?? .infinity
            if number < least || number > most { complaints.append("\(path): out of range") }
        }
        if let elements = value.arrayValue {
            if elements.count < rules["minItems"]?.integerValue ?? 0 { complaints.append("\(path): too few elements") }
            let isRepeated = elements.indices.contains { elements[..<$0].contains(elements[$0]) }
            if rules["uniqueItems"] == true, isRepeated { complaints.append("\(path): an element twice") }
            let rule = rules["items"] ?? .bool(true)
            for (index, element) in elements.enumerated() {
                complaints += self.complaints(about: element, at: "\(path)/\(index)", by: rule)
            }
        }
        if let members = value.objectValue {
            let required = (rules["required"]?.arrayValue ?? []).compactMap(\.stringValue)
            complaints += required.filter { members[WireName($0)] == nil }.map { "\(path)/\($0): missing" }
            for (name, member) in members {
                let rule = rules["properties"]?.objectValue?[name] ?? rules["additionalProperties"]
                complaints += rule.map { self.complaints(about: member, at: "\(path)/\(name)", by: $0) } ?? []
            }
        }
        return complaints
    }

    private static func type(of value: WireValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
