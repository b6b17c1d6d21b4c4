// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto

/// Signs elements as an identity provider does, on text that is written in its canonical form.
struct SAMLSigner {
    static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"

    var signatureMethod = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    var canonicalization = exclusive
    var digestMethod = "http://www.w3.org/2001/04/xmlenc#sha256"
    /// The elements `Transform`, without their start and end tags.
    var transforms = [
        #"Algorithm="\#(enveloped)""#, #"Algorithm="\#(exclusive)""#,
    ]
    /// The reference; `nil` for the identifier of the signed element.
    var uri: String?
    /// Further references, as they are written.
    var moreReferences = ""
    /// The content after the signature's value.
    var keyInfo = ""
    /// The signature of the canonical bytes of `SignedInfo`.
    var sign: ([UInt8]) throws -> [UInt8]

    /// Signs with an RSA key.
    init(_ key: RSASigningKey) {
        sign = { try SwiftCryptoRSASigner().sign($0, with: key) }
    }

    /// The element `Signature` for an element, whose canonical form without the signature is given.
    func signature(of canonical: String, id: String) throws -> String {
        let digest = Base64.encode(sha256(Array(canonical.utf8)))
        return try signature(digest: digest, id: id)
    }

    /// The element `Signature` with any digest.
    func signature(digest: String, id: String) throws -> String {
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
