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

extension XMLReadingError: CustomStringConvertible {
    /// The reason, for the person who can correct the document.
    package var description: String {
        switch self {
        case .tooLarge: "too long, too deep, or too many elements"
        case .badText: "not UTF-8, or characters that XML does not have"
        case .malformed(let position): "not well-formed after \(position) bytes"
        case .documentType: "a document type, an entity or a marked section, which are not accepted"
        case .comment: "a comment or a processing instruction, which are not accepted"
        case .badNamespace: "a prefix without a namespace, or a declaration of one that is not accepted"
        case .repeatedAttribute: "an attribute that occurs twice"
        }
    }
}
