// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Any JSON document or part of one.
@dynamicMemberLookup
public enum JSONValue: Codable, Equatable, Sendable {
    /// A list.
    case array([JSONValue])

    /// `true` or `false`.
    case boolean(Bool)

    /// A number; whole numbers beyond 2^53 lose digits.
    case number(Double)

    /// An object: values by their keys.
    case object([String: JSONValue])

    /// A text.
    case string(String)

    /// `null`.
    case null

    /// Reads whichever kind of value comes next.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }

    /// Writes the value as itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .array(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
