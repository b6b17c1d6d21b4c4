// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseTesting
import Testing

@Suite("Documents of SAML responses")
struct SAMLDocumentTests {
    private let maker: SAMLResponseMaker

    init() throws {
        maker = try SAMLResponseMaker()
    }

    private func fault(before text: String) throws -> SAMLFault? {
        try SAMLFixtures.fault(text + maker.document())
    }

    @Test("External and internal entities are refused with the document type that defines them")
    func entities() throws {
        let types = [
            #"<!DOCTYPE r SYSTEM "file:///etc/passwd">"#, #"<!DOCTYPE r PUBLIC "-//a//b" "http://127.0.0.1:1/a.dtd">"#,
            #"<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>"#, #"<!DOCTYPE r [<!ENTITY a "b">]>"#,
            #"<!DOCTYPE r [<!ENTITY % a SYSTEM "http://127.0.0.1:1/"> %a;]>"#, "<!DOCTYPE r>",
            #"<?xml version="1.0"?><!DOCTYPE r>"#,
        ]
        for type in types {
            #expect(try fault(before: type) == .document(.documentType), "\(type)")
        }
        var maker = maker
        maker.nameID = "&a;"
        #expect(try SAMLFixtures.fault(maker.document()) == .document(.documentType))
    }

    @Test("A name that a comment splits is refused, since readers differ in which half they take")
    func commentSplitting() throws {
        let document = try maker.document()
        for comment in ["<!---->", "<!-- x -->"] {
            let split = document.replacing(">ada<", with: ">ada\(comment).example.com<")
            #expect(try SAMLFixtures.fault(split) == .document(.comment))
            // The signature does not cover comments, so this one would still be valid.
            let inside = document.replacing(">ada<", with: ">a\(comment)da<")
            #expect(try SAMLFixtures.fault(inside) == .document(.comment))
        }
    }

    @Test("Processing instructions and marked sections are refused")
    func instructions() throws {
        let document = try maker.document()
        #expect(try SAMLFixtures.fault(document.replacing(">ada<", with: "><?a b?>ada<")) == .document(.comment))
        #expect(
            try SAMLFixtures.fault(document.replacing(">ada<", with: "><![CDATA[ada]]><")) == .document(.documentType))
        #expect(try fault(before: #"<?xml-stylesheet href="http://127.0.0.1:1/a.xsl"?>"#) == .document(.comment))
    }

    @Test("A huge response is refused before it is read")
    func huge() throws {
        let space = String(repeating: " ", count: 80_000)
        let fault = try SAMLFixtures.fault(maker.document() + space)
        #expect(fault == .encoding)
        let rooms = try SAMLFixtures.fault(maker.document() + String(repeating: " ", count: 75_000))
        #expect(rooms == .encoding || rooms == .document(.tooLarge))
    }

    @Test("A deep response is refused")
    func deep() throws {
        let depth = 4_000
        let nested = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(try SAMLFixtures.fault(nested) == .document(.tooLarge))
        #expect(try SAMLFixtures.fault(String(repeating: "<a>", count: 20_000)) == .document(.tooLarge))
    }

    @Test("A response with many elements, attributes or namespaces is refused")
    func many() throws {
        let elements = String(repeating: "<a/>", count: 2_100)
        #expect(try SAMLFixtures.fault("<r>\(elements)</r>") == .document(.tooLarge))
        let attributes = (0..<33).map { #" a\#($0)="""# }.joined()
        #expect(try SAMLFixtures.fault("<r\(attributes)/>") == .document(.tooLarge))
        let namespaces = (0..<33).map { #" xmlns:a\#($0)="b""# }.joined()
        #expect(try SAMLFixtures.fault("<r\(namespaces)/>") == .document(.tooLarge))
        let long = String(repeating: "a", count: 300)
        #expect(try SAMLFixtures.fault(#"<r xmlns="\#(long)"/>"#) == .document(.tooLarge))
        #expect(try SAMLFixtures.fault("<\(long)/>") == .document(.tooLarge))
    }

    @Test("An encrypted assertion is refused before a key is used, so that its padding tells nothing")
    func encryptedAssertion() throws {
        let algorithms = [
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.w3.org/2001/04/xmlenc#rsa-1_5",
            "http://www.w3.org/2009/xmlenc11#aes256-gcm",
        ]
        for algorithm in algorithms {
            let content = """
                <saml:EncryptedAssertion\(SAMLResponseMaker.assertionNamespace)><xenc:EncryptedData \
                xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:EncryptionMethod Algorithm="\(algorithm)"/>\
                </xenc:EncryptedData></saml:EncryptedAssertion>
                """
            #expect(try SAMLFixtures.fault(maker.response(around: content)) == .encryptedAssertion)
            let both = maker.response(around: content + (try maker.signedAssertion()))
            #expect(try SAMLFixtures.fault(both) == .encryptedAssertion)
        }
    }

    @Test("Texts that are not a response are refused with a clear error")
    func otherDocuments() throws {
        #expect(try SAMLFixtures.fault("") == .document(.malformed(at: 0)))
        #expect(try SAMLFixtures.fault("{}") == .document(.malformed(at: 0)))
        #expect(try SAMLFixtures.fault(maker.signedAssertion()) == .structure(.notResponse))
        #expect(try SAMLFixtures.fault(maker.response(around: "")) == .structure(.assertionCount))
        let older = try maker.document().replacing(#"Version="2.0""#, with: #"Version="1.1""#)
        #expect(try SAMLFixtures.fault(older) == .structure(.notResponse))
    }
}
