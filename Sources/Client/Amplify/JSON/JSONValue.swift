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

    /// Reads a value of any kind.
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

extension JSONValue {
    /// The members, if this is an object.
    public var asObject: [String: JSONValue]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The elements, if this is a list.
    public var asArray: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The text, if this is one.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number without its fraction, if this is a number that an `Int` can hold.
    public var intValue: Int? {
        guard case .number(let value) = self else { return nil }
        return Int(exactly: value.rounded(.towardZero))
    }

    /// The number, if this is one.
    public var doubleValue: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The truth value, if this is one.
    public var booleanValue: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        self == .null
    }

    /// The member of that name, if this is an object that has it.
    public subscript(_ key: String) -> JSONValue? {
        asObject?[key]
    }

    /// The element at that position, if this is a list that is long enough; of an object the member of that name.
    public subscript(_ key: Int) -> JSONValue? {
        guard let elements = asArray else { return self[String(key)] }
        guard elements.indices.contains(key) else { return nil }
        return elements[key]
    }

    /// The member of that name, if this is an object that has it.
    public subscript(dynamicMember member: String) -> JSONValue? {
        self[member]
    }
}

extension JSONValue {
    /// The value that a path of member names such as `"a.b.c"` leads to.
    public func value(at keyPath: String) -> JSONValue? {
        value(at: keyPath, separatedBy: ".")
    }

    /// The value that a path of member names leads to; an empty separator leaves the path a single name.
    public func value(at keyPath: String, separatedBy separator: some StringProtocol) -> JSONValue? {
        let names = separator.isEmpty ? [keyPath[...]] : keyPath.split(separator: String(separator))
        var found: JSONValue? = self
        for name in names {
            found = found?[String(name)]
        }
        return found
    }

    /// The value that a path such as `"a.b.c"` leads to, or the default if it leads nowhere.
    public func value(at keyPath: String, withDefault defaultValue: JSONValue) -> JSONValue {
        value(at: keyPath) ?? defaultValue
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object; of two members with the same name the later one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, later in later })
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes a number.
    public init(integerLiteral value: Int) {
        self = .number(Double(value))
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Makes a `null`.
    public init(nilLiteral: ()) {
        self = .null
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Makes a text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}
