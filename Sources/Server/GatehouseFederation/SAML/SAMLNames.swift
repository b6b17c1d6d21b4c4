// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of SAML 2.0 and of XML signatures.
enum SAMLNames {
    static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    static let redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
    static let postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata"
    static let signatureNamespace = "http://www.w3.org/2000/09/xmldsig#"

    static let response = XMLName(protocolNamespace, "Response")
    static let assertion = XMLName(assertionNamespace, "Assertion")
    static let signature = XMLName(signatureNamespace, "Signature")

    /// A name of the protocol.
    static func ofProtocol(_ local: String) -> XMLName { XMLName(protocolNamespace, local) }
    /// A name of assertions.
    static func ofAssertion(_ local: String) -> XMLName { XMLName(assertionNamespace, local) }
    /// A name of metadata.
    static func ofMetadata(_ local: String) -> XMLName { XMLName(metadataNamespace, local) }
    /// A name of XML signatures.
    static func ofSignature(_ local: String) -> XMLName { XMLName(signatureNamespace, local) }

    /// Whether a text may be an identifier: a name in ASCII without a prefix, as references within a document need it.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, XMLCharacters.beginsName(first), text.utf8.count <= 256 else { return false }
        return text.utf8.allSatisfy { XMLCharacters.isInName($0) && $0 != UInt8(ascii: ":") }
    }
}
