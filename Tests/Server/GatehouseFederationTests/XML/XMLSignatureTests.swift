// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CXMLSignatures
import GatehouseCrypto
import GatehouseTesting
import Testing

@testable import GatehouseFederation

/// The functions around libxmlsec1 refuse by themselves what the form of a signature is checked for before.
@Suite("Signatures in the library")
struct XMLSignatureTests {
    private let key: [UInt8]

    init() throws {
        key = try SAMLFixtures.metadata().keys[0].bytes
    }

    /// The result for the assertion of a document, and the bytes that were hashed.
    private func verify(_ text: String, id: String, key: [UInt8]? = nil, room: Int = 100_000) -> (Int, String) {
        let document = Array(text.utf8)
        let key = key ?? self.key
        var bytes = [UInt8](repeating: 0, count: room)
        var count = room
        let result = unsafe gatehouse_xml_verify(
            document, document.count, "urn:oasis:names:tc:SAML:2.0:assertion", "Assertion", id, key, key.count, &bytes,
            &count)
        let isDone = result == Int32(GATEHOUSE_XML_DONE.rawValue)
        return (Int(result), isDone ? String(decoding: bytes.prefix(count), as: UTF8.self) : "")
    }

    private static let done = Int(GATEHOUSE_XML_DONE.rawValue)
    private static let malformed = Int(GATEHOUSE_XML_MALFORMED.rawValue)
    private static let invalid = Int(GATEHOUSE_XML_INVALID.rawValue)

    @Test("The verified bytes are the element in its canonical form, without its signature")
    func bytes() throws {
        let maker = try SAMLResponseMaker()
        let (result, text) = verify(try maker.document(), id: "_assertion")
        #expect(result == Self.done)
        #expect(text == maker.assertion())
    }

    @Test("Comments are not in the verified bytes")
    func comments() throws {
        let maker = try SAMLResponseMaker()
        let document = try maker.document().replacing(">ada<", with: ">a<!-- b -->da<")
        #expect(verify(document, id: "_assertion").1 == maker.assertion())
    }

    @Test("A valid signature by SHA-1 is refused")
    func sha1() throws {
        #expect(verify(try SAMLFixtures.text("xmlsec1-rsa-sha256.xml"), id: "_a").0 == Self.done)
        #expect(verify(try SAMLFixtures.text("xmlsec1-rsa-sha1.xml"), id: "_a").0 == Self.invalid)
    }

    @Test("HMAC, other transforms and references elsewhere are not enabled")
    func disabled() throws {
        let key = key
        let changes: [(inout SAMLSigner) -> Void] = [
            {
                $0.signatureMethod = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
                $0.sign = { hmacSHA256(key: key, $0) }
            },
            { $0.transforms[1] = #"Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116""# },
            { $0.transforms[1] = #"Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315""# },
            { $0.uri = "" }, { $0.uri = "file:///etc/passwd" }, { $0.uri = "http://127.0.0.1:1/" },
            { $0.uri = "#_response" }, { $0.uri = "#xpointer(id('_assertion'))" },
        ]
        for change in changes {
            var maker = try SAMLResponseMaker()
            change(&maker.signer)
            #expect(verify(try maker.document(), id: "_assertion").0 == Self.invalid)
        }
    }

    @Test("Two elements, two signatures, another identifier and identifiers of XML are malformed")
    func structure() throws {
        let maker = try SAMLResponseMaker()
        let document = try maker.document()
        let signature = try maker.assertionSignature()
        #expect(verify(document, id: "_other").0 == Self.malformed)
        for text in [
            maker.response(around: maker.assertion() + (try maker.signedAssertion())),
            maker.response(around: maker.assertion(signature: signature + signature)),
            document.replacing("<samlp:Status>", with: #"<samlp:Status xml:id="_x">"#),
            "<!DOCTYPE a>" + document, String(document.dropLast(20)), "", "<a/>",
        ] {
            #expect(verify(text, id: "_assertion").0 == Self.malformed)
        }
    }

    @Test("A buffer that is too short and a key that is not one are noticed")
    func arguments() throws {
        let document = try SAMLResponseMaker().document()
        #expect(verify(document, id: "_assertion", room: 100).0 == Int(GATEHOUSE_XML_TOO_LONG.rawValue))
        #expect(verify(document, id: "_assertion", key: []).0 == Self.invalid)
        #expect(verify(document, id: "_assertion", key: key + [0]).0 == Self.invalid)
    }
}
