// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a text is not a valid message; contains no part of the text.
package enum WireSyntaxError: Error, Sendable, Hashable {
    /// The text is not JSON in UTF-8, or holds a number out of range.
    case notJSON
    /// The text is not in stream-safe form, see ``StreamSafeText``.
    case notStreamSafe
    /// Arrays, objects or elements nest deeper than is accepted.
    case tooDeep
    /// An object or a form has two members with one name.
    case repeatedMember
    /// The text is not the XML that services write.
    case notXML
    /// The text is not a form (`application/x-www-form-urlencoded`).
    case notForm
    /// The text is longer, or has more parts, than is accepted.
    case tooLarge
}
