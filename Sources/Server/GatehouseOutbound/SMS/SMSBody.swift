// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
package import GatehouseWire

/// The template of a request body for a gateway, with the placeholders `{to}`, `{text}` and `{sender}`.
///
/// Templates are parsed before the placeholders are replaced, so that a value cannot end the field it is in.
package enum SMSBody: Sendable, Equatable {
    /// A JSON document; placeholders occur in its strings.
    case json(WireValue)
    /// A form (`application/x-www-form-urlencoded`); placeholders occur in its values.
    case form([Field])

    /// One field of a form.
    package struct Field: Sendable, Equatable {
        /// The field's name, sent as it is.
        package let name: String
        /// The field's value, in which placeholders are replaced.
        package let value: String
    }

    /// The formats of templates.
    package enum Format: String, Sendable, CaseIterable {
        case json
        case form

        /// The default template, in a form that many gateways accept.
        package var usualTemplate: String {
            switch self {
            case .json: #"{"to": "{to}", "text": "{text}", "sender": "{sender}"}"#
            case .form: "to={to}&text={text}&sender={sender}"
            }
        }
    }

    /// Parses a template; `nil` if it is not in the format, or if neither it nor `url` contains `{to}` and `{text}`.
    package init?(_ template: String, format: Format, url: String) {
        guard (template + url).contains("{to}"), (template + url).contains("{text}") else { return nil }
        switch format {
        case .json:
            guard let value = try? WireValue(json: Data(template.utf8)) else { return nil }
            self = .json(value)
        case .form:
            var fields: [Field] = []
            for pair in template.split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard sides.count == 2, !sides[0].isEmpty else { return nil }
                fields.append(Field(name: String(sides[0]), value: String(sides[1])))
            }
            self = .form(fields)
        }
    }

    var contentType: String {
        switch self {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        }
    }

    /// The body for a message.
    func filled(_ words: SMSWords) -> Data {
        switch self {
        case .json(let value):
            return Self.filled(value, words).json()
        case .form(let fields):
            let pairs = fields.map { field in
                PercentEncoding.encode(field.name) + "=" + PercentEncoding.encode(words.fill(field.value))
            }
            return Data(pairs.joined(separator: "&").utf8)
        }
    }

    private static func filled(_ value: WireValue, _ words: SMSWords) -> WireValue {
        switch value {
        case .string(let text): .string(words.fill(text))
        case .array(let values): .array(values.map { filled($0, words) })
        case .object(let members): .object(members.mapValues { filled($0, words) })
        case .null, .bool, .integer, .double: value
        }
    }
}

/// The values of a message for the placeholders of templates.
struct SMSWords {
    let to: String
    let text: String
    let sender: String

    /// The template with the placeholders replaced; placeholders within a value are not replaced.
    func fill(_ template: String, encoding encode: (String) -> String = { $0 }) -> String {
        var output = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            output += rest[..<open]
            rest = rest[open...]
            if let (name, word) = [("{to}", to), ("{text}", text), ("{sender}", sender)].first(where: {
                rest.hasPrefix($0.0)
            }) {
                output += encode(word)
                rest = rest.dropFirst(name.count)
            } else {
                output.append(rest.removeFirst())
            }
        }
        return output + rest
    }
}
