// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// Values for fields of all types, as the JSON of models has them; those with different numbers differ.
struct FieldValues {
    let number: Int

    /// A value for a field of a model or of a plain type.
    func value(of field: ModelField) -> JSONValue {
        switch field.type {
        case .string: .string(text(field.name))
        case .int, .timestamp: .number(Double(number))
        case .double: .number(Double(number) + 0.25)
        case .bool: .boolean(number.isMultiple(of: 2))
        case .date: .string("\(day)Z")
        case .time: .string(time)
        case .dateTime: .string("\(day)T\(time)")
        case .enum(let type): value(of: type)
        case .embedded(let type, let schema): schema.map(value) ?? value(ofType: type)
        case .embeddedCollection(let type, let schema): [schema.map(value) ?? value(ofType: type)]
        case .model, .collection: nil
        }
    }

    private func value(of type: any EnumPersistable.Type) -> JSONValue {
        let values = WrittenSchema.enums["\(type)"] ?? []
        return values.isEmpty ? nil : .string(values[number % values.count])
    }

    private func value(of schema: ModelSchema) -> JSONValue {
        .object(schema.fields.mapValues(value))
    }

    /// A value of an element of a list.
    private func value(ofType type: any Codable.Type) -> JSONValue {
        switch type {
        case let type as any EnumPersistable.Type: value(of: type)
        case is [Int].Type: [.number(Double(number)), 0]
        default: value(of: ModelField(name: "element", type: .from(type: type)))
        }
    }

    /// A text in the form of the scalar of a field; the schemas have one scalar for each of these names.
    private func text(_ field: String) -> String {
        switch field {
        case "mail": "ada\(number)@example.org"
        case "document": #"{"number":\#(number)}"#
        case "link", "url": "https://example.org/?number=\(number)"
        case "phone": "+120655501\(10 + number % 90)"
        case "address": "192.0.2.\(number % 250)"
        // Quotes, backslashes and scalars beyond the first plane, in keys as well.
        default: #"\#(field) \#(number) "ä" \ 🍵"#
        }
    }

    private var day: String { "20\(10 + number / 28 % 90)-02-\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)" }

    private var time: String { "1\(number % 10):0\(number / 10 % 10):59.12\(number % 10)Z" }
}
