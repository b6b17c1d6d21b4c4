// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
