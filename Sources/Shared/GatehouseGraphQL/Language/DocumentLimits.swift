// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The bounds of a document, which are checked while it is read.
package struct DocumentLimits: Hashable, Sendable {
    /// The most bytes.
    package var bytes: Int
    /// The most tokens.
    package var tokens: Int
    /// The deepest nesting of selection sets.
    package var depth: Int
    /// The deepest nesting of values, and of list types.
    package var valueDepth: Int
    /// The most bytes of a name.
    package var nameLength: Int

    /// Sets all bounds.
    package init(bytes: Int, tokens: Int, depth: Int, valueDepth: Int = 32, nameLength: Int) {
        self.bytes = bytes
        self.tokens = tokens
        self.depth = depth
        self.valueDepth = valueDepth
        self.nameLength = nameLength
    }

    /// The bounds for requests of strangers.
    package static let executable = DocumentLimits(bytes: 200_000, tokens: 15_000, depth: 80, nameLength: 255)
    /// The bounds for schemas, which administrators upload.
    package static let typeSystem = DocumentLimits(bytes: 4_000_000, tokens: 1_000_000, depth: 40, nameLength: 255)
}
