// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A piece of SQL that several statements share.
///
/// It can be made from a literal only, so nothing from outside enters it.
package struct SQLFragment: Sendable, ExpressibleByStringLiteral {
    /// The piece as it is inserted.
    package let text: String

    package init(stringLiteral value: StaticString) {
        text = value.description
    }
}
