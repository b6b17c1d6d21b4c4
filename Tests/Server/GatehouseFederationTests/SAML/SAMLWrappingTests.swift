// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseTesting
import Testing

/// XML signature wrapping by the names of "On Breaking SAML" (Somorovsky and others, 2012), section 4.
///
/// Each attack moves the signed element to a place where the signature is still valid, and puts another one where a
/// reader looks.
@Suite("XML signature wrapping")
struct SAMLWrappingTests {
    private let original: SAMLResponseMaker
    private let evil: SAMLResponseMaker

    init() throws {
        original = try SAMLResponseMaker()
        var evil = original
        evil.nameID = "eve"
        evil.assertionID = "_evil"
        evil.responseID = "_evilresponse"
        self.evil = evil
    }

    /// The signature of the original response, and the response without it.
    private func signedResponse() throws -> (signature: String, response: String) {
        let response = original.response(around: original.assertion())
        return (try original.signer.signature(of: response, id: original.responseID), response)
    }

    /// A signature with an element before its end.
    private func inside(_ signature: String, _ element: String) -> String {
        signature.replacing("</ds:Signature>", with: element + "</ds:Signature>")
    }

    @Test("XSW1: the signed response inside the signature of another response")
    func xsw1() throws {
        let (signature, response) = try signedResponse()
        let document = evil.response(around: evil.assertion(), signature: inside(signature, response))
        #expect(try SAMLFixtures.fault(document) == .structure(.nestedResponse))
    }

    @Test("XSW2: the signed response beside its signature in another response")
    func xsw2() throws {
        let (signature, response) = try signedResponse()
        let document = evil.response(around: evil.assertion(), signature: response + signature)
        #expect(try SAMLFixtures.fault(document) == .structure(.nestedResponse))
    }

    @Test("XSW3: another assertion before the signed one")
    func xsw3() throws {
        let document = original.response(around: evil.assertion() + (try original.signedAssertion()))
        #expect(try SAMLFixtures.fault(document) == .structure(.assertionCount))
    }

    @Test("XSW4: the signed assertion inside another one")
    func xsw4() throws {
        var evil = evil
        evil.moreContent = try original.signedAssertion()
        #expect(try SAMLFixtures.fault(original.response(around: evil.assertion())) == .structure(.assertionCount))
    }

    @Test("XSW5: the signature in another assertion, before the signed one")
    func xsw5() throws {
        let content = evil.assertion(signature: try original.assertionSignature()) + original.assertion()
        #expect(try SAMLFixtures.fault(original.response(around: content)) == .structure(.assertionCount))
    }

    @Test("XSW6: the signed assertion inside the signature of another one")
    func xsw6() throws {
        let signature = inside(try original.assertionSignature(), original.assertion())
        let document = original.response(around: evil.assertion(signature: signature))
        #expect(try SAMLFixtures.fault(document) == .structure(.assertionCount))
    }

    @Test("XSW7: another assertion in extensions before the signed one")
    func xsw7() throws {
        let extensions = "<samlp:Extensions>\(evil.assertion())</samlp:Extensions>"
        let document = original.response(around: extensions + (try original.signedAssertion()))
        #expect(try SAMLFixtures.fault(document) == .structure(.assertionCount))
    }

    @Test("XSW8: the signed assertion in an object of the signature of another one")
    func xsw8() throws {
        let signature = inside(
            try original.assertionSignature(), "<ds:Object>\(original.assertion())</ds:Object>")
        let document = original.response(around: evil.assertion(signature: signature))
        #expect(try SAMLFixtures.fault(document) == .structure(.assertionCount))
    }

    @Test("An assertion that is only in extensions is refused")
    func misplacedAssertion() throws {
        let extensions = "<samlp:Extensions>\(try original.signedAssertion())</samlp:Extensions>"
        #expect(try SAMLFixtures.fault(original.response(around: extensions)) == .structure(.misplacedAssertion))
    }

    @Test("A valid signature is of no use to another assertion with the same identifier")
    func sameIdentifier() throws {
        var evil = evil
        evil.assertionID = original.assertionID
        let document = original.response(around: evil.assertion(signature: try original.assertionSignature()))
        #expect(try SAMLFixtures.fault(document) == .signature(.notVerified))
    }

    @Test("Values outside the verified tree are not read")
    func valuesOutside() throws {
        // The response is not signed; its issuer, status and further children prove nothing.
        let statement = """
            <saml:AttributeStatement\(SAMLResponseMaker.assertionNamespace)><saml:Attribute Name="admin">\
            <saml:AttributeValue>yes</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>
            """
        let document = original.response(around: (try original.signedAssertion()) + statement)
        #expect(try SAMLFixtures.verify(document).attributes["admin"] == nil)
    }

    @Test("Where response and assertion are signed, both signatures must be valid")
    func bothSignatures() throws {
        var maker = original
        maker.signed = .both
        let document = try maker.document()
        // The digest of the response's signature is the first one.
        let digest = try #require(document.firstRange(of: "<ds:DigestValue>"))
        var changed = document
        changed.replaceSubrange(
            digest.upperBound...digest.upperBound, with: document[digest.upperBound] == "A" ? "B" : "A")
        #expect(try SAMLFixtures.fault(document) == nil)
        #expect(try SAMLFixtures.fault(changed) == .signature(.notVerified))
    }
}
