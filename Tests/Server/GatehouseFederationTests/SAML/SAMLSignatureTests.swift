// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTesting
import Testing

@Suite("Signatures of SAML responses")
struct SAMLSignatureTests {
    private let maker: SAMLResponseMaker

    init() throws {
        maker = try SAMLResponseMaker()
    }

    /// The fault of a response whose signer differs from an honest one.
    private func fault(_ change: (inout SAMLSigner) throws -> Void) throws -> SAMLFault? {
        var maker = maker
        try change(&maker.signer)
        return try SAMLFixtures.fault(maker.document())
    }

    /// The fault of a response whose text was changed after it was signed.
    private func fault(replacing old: String, by new: String) throws -> SAMLFault? {
        let document = try maker.document()
        try #require(document.contains(old))
        return try SAMLFixtures.fault(document.replacing(old, with: new))
    }

    @Test("A response without a signature is refused")
    func unsigned() throws {
        var maker = maker
        maker.signed = .nothing
        #expect(try SAMLFixtures.fault(maker.document()) == .signature(.missing))
    }

    @Test("Duplicate identifiers are refused, by any of the names for them", arguments: ["ID", "Id", "id"])
    func duplicateIdentifiers(_ name: String) throws {
        let fault = try fault(replacing: "<samlp:Status>", by: #"<samlp:Status \#(name)="_assertion">"#)
        #expect(fault == .structure(.repeatedIdentifier))
    }

    @Test("An identifier of XML's own namespace is refused")
    func foreignIdentifier() throws {
        #expect(
            try fault(replacing: "<samlp:Status>", by: #"<samlp:Status xml:id="_x">"#) == .structure(.badIdentifier))
    }

    @Test("Several signatures of one element are refused")
    func severalSignatures() throws {
        let signature = try maker.assertionSignature()
        let fault = try SAMLFixtures.fault(maker.response(around: maker.assertion(signature: signature + signature)))
        #expect(fault == .signature(.misplaced))
    }

    @Test("A signature elsewhere than in the response or its assertion is refused")
    func misplacedSignature() throws {
        let status = "<samlp:StatusDetail>\(try maker.assertionSignature())</samlp:StatusDetail></samlp:Status>"
        #expect(try fault(replacing: "</samlp:Status>", by: status) == .signature(.misplaced))
    }

    @Test("Several references are refused, signed or not")
    func severalReferences() throws {
        let second = """
            <ds:Reference URI="#_response"><ds:Transforms></ds:Transforms>\
            <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>\
            <ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>
            """
        #expect(try fault { $0.moreReferences = second } == .signature(.referenceCount))
    }

    @Test(
        "References to files, addresses, the whole document or another element are refused",
        arguments: [
            "", "file:///etc/passwd", "/etc/passwd", "http://127.0.0.1:1/", "https://example.com/a.xml", "#_response",
            "#xpointer(/)", "#xpointer(id('_assertion'))", "_assertion", "# _assertion",
        ])
    func foreignReferences(_ uri: String) throws {
        #expect(try fault { $0.uri = uri } == .signature(.foreignReference))
    }

    @Test(
        "XSLT, XPath and other transforms are refused",
        arguments: [
            "http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/TR/1999/REC-xpath-19991116",
            "http://www.w3.org/2002/06/xmldsig-filter2", "http://www.w3.org/2000/09/xmldsig#base64",
            "http://www.w3.org/TR/2001/REC-xml-c14n-20010315", "http://www.w3.org/2006/12/xml-c14n11", "",
        ])
    func transforms(_ algorithm: String) throws {
        #expect(try fault { $0.transforms[1] = #"Algorithm="\#(algorithm)""# } == .signature(.badTransform))
        let added = try fault { $0.transforms.insert(#"Algorithm="\#(algorithm)""#, at: 1) }
        #expect(added == .signature(.badTransform))
    }

    @Test("A transform with content, such as a style sheet, is refused")
    func transformWithContent() throws {
        let enveloped = #"#enveloped-signature"></ds:Transform>"#
        let sheet = #"#enveloped-signature"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>"#
        #expect(
            try fault(replacing: enveloped, by: sheet + "</ds:Transform>") == .signature(.badTransform))
    }

    @Test("HMAC with the public key is refused")
    func hmacWithPublicKey() throws {
        let certificate = try #require(Base64.decode(SAMLFixtures.text("rsa.cert")))
        let pem = Array(try SAMLFixtures.key().publicKey.pem.utf8)
        for key in [certificate, pem] {
            for method in [
                "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
            ] {
                let fault = try fault {
                    $0.signatureMethod = method
                    $0.sign = { hmacSHA256(key: key, $0) }
                }
                #expect(fault == .signature(.badMethod))
            }
        }
    }

    @Test(
        "SHA-1, MD5 and unknown methods are refused",
        arguments: [
            "http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
            "http://www.w3.org/2000/09/xmldsig#dsa-sha1", "none", "",
        ])
    func weakMethods(_ method: String) throws {
        #expect(try fault { $0.signatureMethod = method } == .signature(.badMethod))
    }

    @Test("A digest by SHA-1 is refused")
    func weakDigest() throws {
        #expect(try fault { $0.digestMethod = "http://www.w3.org/2000/09/xmldsig#sha1" } == .signature(.badMethod))
    }

    @Test("Canonicalization that is not exclusive is refused for the signature itself")
    func inclusiveCanonicalization() throws {
        let inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
        #expect(try fault { $0.canonicalization = inclusive } == .signature(.badMethod))
    }

    @Test("A key or certificate that comes with the signature is not trusted")
    func embeddedKeyInfo() throws {
        let other = try SAMLFixtures.key("other")
        let certificate = try SAMLFixtures.text("other.cert")
        let numbers = other.publicKey.jwk
        let modulus = Base64.encode(try #require(Base64URL.decode(numbers.n)))
        let exponent = Base64.encode(try #require(Base64URL.decode(numbers.e)))
        for content in [
            "<ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data>",
            """
            <ds:KeyValue><ds:RSAKeyValue><ds:Modulus>\(modulus)</ds:Modulus><ds:Exponent>\(exponent)</ds:Exponent>\
            </ds:RSAKeyValue></ds:KeyValue>
            """,
            #"<ds:RetrievalMethod URI="http://127.0.0.1:1/key"></ds:RetrievalMethod>"#,
        ] {
            var maker = maker
            maker.signer = SAMLSigner(other)
            maker.signer.keyInfo = "<ds:KeyInfo>\(content)</ds:KeyInfo>"
            #expect(try SAMLFixtures.fault(maker.document()) == .signature(.notVerified))
            // The same content with the right key changes nothing.
            maker.signer = SAMLSigner(try SAMLFixtures.key())
            maker.signer.keyInfo = "<ds:KeyInfo>\(content)</ds:KeyInfo>"
            #expect(try SAMLFixtures.fault(maker.document()) == nil)
        }
    }

    @Test("A canonicalization error that would hash as empty is refused")
    func canonicalizationError() throws {
        // libxml2 does not canonicalize relative namespaces. The digest is that of no bytes.
        let digest = Base64.encode(sha256([]))
        var evil = maker
        evil.nameID = "eve"
        let signature = try maker.signer.signature(digest: digest, id: evil.assertionID)
        for declaration in [#" xmlns:a="relative""#, #" xmlns:a="relative" a:b="c""#] {
            let assertion = evil.assertion(signature: signature)
                .replacing("<saml:Subject>", with: "<saml:Subject\(declaration)>")
            #expect(try SAMLFixtures.fault(maker.response(around: assertion)) == .signature(.notVerified))
        }
    }

    @Test("A prefix list that would be looked up for each element without end is refused")
    func longPrefixList() throws {
        let list = (0..<17).map { "p\($0)" }.joined(separator: " ")
        let namespaces = #"<ec:InclusiveNamespaces xmlns:ec="\#(SAMLSigner.exclusive)" PrefixList="\#(list)"/>"#
        let end = "exc-c14n#\"></ds:Transform>"
        let fault = try fault(replacing: end, by: "exc-c14n#\">\(namespaces)</ds:Transform>")
        #expect(fault == .signature(.badTransform))
    }

    @Test(
        "An object, a manifest or a further element in a signature is refused", arguments: ["Object", "Manifest", "x"])
    func furtherContent(_ name: String) throws {
        #expect(try fault { $0.keyInfo = "<ds:\(name)></ds:\(name)>" } == .signature(.badForm))
    }

    @Test("A signature of an elliptic curve does not verify with an RSA key of the same provider")
    func methodOfAnotherKind() throws {
        let fault = try fault { $0.signatureMethod = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256" }
        #expect(fault == .signature(.notVerified))
    }
}
