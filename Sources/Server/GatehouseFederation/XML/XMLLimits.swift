// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The bounds of a document; reading ends with an error at the first one that is passed.
package struct XMLLimits: Sendable {
    /// The length of the document.
    package var bytes: Int
    /// The elements that contain one another.
    package var depth: Int
    /// All elements.
    package var elements: Int
    /// Whether comments and processing instructions are passed over; otherwise they are refused.
    package var allowsComments: Bool

    /// The attributes of an element, and the namespaces that it declares.
    static let attributes = 32
    /// The namespaces that are declared at once.
    static let namespaces = 64
    /// The length of a name with its prefix, and of a namespace's URI.
    static let nameBytes = 256

    /// The bounds of a SAML response; AssumeRoleWithSAML allows 100,000 characters of Base64.
    package static let message = XMLLimits(bytes: 76_000, depth: 32, elements: 2_048, allowsComments: false)
    /// The bounds of what a signature covers; canonical bytes repeat declarations of namespaces.
    static let canonical = XMLLimits(bytes: 4 * message.bytes, depth: 32, elements: 2_048, allowsComments: false)
    /// The bounds of a provider's metadata, which an administrator installs.
    package static let metadata = XMLLimits(bytes: 512 * 1_024, depth: 32, elements: 10_000, allowsComments: true)
}
