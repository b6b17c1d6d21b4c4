// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseServerCrypto

/// Signs elements as an identity provider does, on text that is written in its canonical form.
package struct SAMLSigner {
    /// The exclusive canonicalisation, without comments.
    package static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// The transform that removes the signature from what it signs.
    package static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"

    /// The algorithm of the signature.
    package var signatureMethod = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    /// The canonicalisation of `SignedInfo`.
    package var canonicalization = exclusive
    /// The algorithm of the digest.
    package var digestMethod = "http://www.w3.org/2001/04/xmlenc#sha256"
    /// The elements `Transform`, without their start and end tags.
    package var transforms = [
        #"Algorithm="\#(enveloped)""#, #"Algorithm="\#(exclusive)""#,
    ]
    /// The reference; `nil` for the identifier of the signed element.
    package var uri: String?
    /// Further references, as they are written.
    package var moreReferences = ""
    /// The content after the signature's value.
    package var keyInfo = ""
    /// The signature of the canonical bytes of `SignedInfo`.
    package var sign: ([UInt8]) throws -> [UInt8]

    /// Signs with an RSA key.
    package init(_ key: RSASigningKey) {
        sign = { try SwiftCryptoRSASigner().sign($0, with: key) }
    }

    /// The element `Signature` for an element, whose canonical form without the signature is given.
    package func signature(of canonical: String, id: String) throws -> String {
        let digest = Base64.encode(sha256(Array(canonical.utf8)))
        return try signature(digest: digest, id: id)
    }

    /// The element `Signature` with any digest.
    package func signature(digest: String, id: String) throws -> String {
        let list = transforms.map { "<ds:Transform \($0)></ds:Transform>" }.joined()
        let content = """
            <ds:CanonicalizationMethod Algorithm="\(canonicalization)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(signatureMethod)"></ds:SignatureMethod>\
            <ds:Reference URI="\(uri ?? "#" + id)"><ds:Transforms>\(list)</ds:Transforms>\
            <ds:DigestMethod Algorithm="\(digestMethod)"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference>\(moreReferences)
            """
        let declaration = #" xmlns:ds="http://www.w3.org/2000/09/xmldsig#""#
        let value = try sign(Array("<ds:SignedInfo\(declaration)>\(content)</ds:SignedInfo>".utf8))
        return """
            <ds:Signature\(declaration)><ds:SignedInfo>\(content)</ds:SignedInfo>\
            <ds:SignatureValue>\(Base64.encode(value))</ds:SignatureValue>\(keyInfo)</ds:Signature>
            """
    }
}
