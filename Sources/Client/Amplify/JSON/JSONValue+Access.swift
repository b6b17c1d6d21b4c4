// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
