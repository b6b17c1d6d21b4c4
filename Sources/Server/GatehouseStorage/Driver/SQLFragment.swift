// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A part of SQL text that several statements share.
///
/// It can be created from a literal only, so it contains no input.
package struct SQLFragment: Sendable, ExpressibleByStringLiteral {
    /// The SQL text.
    package let text: String

    package init(stringLiteral value: StaticString) {
        text = value.description
    }
}
