// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension String {
    /// Returns the string with an upper-case first letter: `userName` becomes `UserName`.
    public func pascalCased() -> String {
        prefix(1).uppercased() + dropFirst()
    }

    /// Returns the string with a lower-case first letter: `UserName` becomes `userName`.
    public func camelCased() -> String {
        prefix(1).lowercased() + dropFirst()
    }

    /// Returns the string with an `s` at its end.
    public func pluralize() -> String {
        self + "s"
    }
}
