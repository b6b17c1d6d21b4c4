// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a document is not read.
package enum XMLReadingError: Error, Sendable, Equatable {
    /// A bound of ``XMLLimits`` is passed.
    case tooLarge
    /// The bytes are not UTF-8, or contain characters that XML does not have.
    case badText
    /// The document is not well-formed; the position is in bytes.
    case malformed(at: Int)
    /// The document has a document type, an entity of its own, or a marked section.
    case documentType
    /// A comment or a processing instruction where none is allowed.
    case comment
    /// A prefix without a namespace, or a declaration that is not allowed.
    case badNamespace
    /// An attribute occurs twice.
    case repeatedAttribute
}
