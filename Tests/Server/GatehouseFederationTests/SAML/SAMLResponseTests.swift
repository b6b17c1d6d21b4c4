// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import GatehouseTesting
import Testing

@Suite("Responses of SAML providers")
struct SAMLResponseTests {
    @Test(
        "A response is accepted whose assertion, or envelope, or both are signed",
        arguments: [SAMLResponseMaker.Signed.assertion, .response, .both])
    func isAccepted(_ signed: SAMLResponseMaker.Signed) throws {
        var maker = try SAMLResponseMaker()
        maker.signed = signed
        let assertion = try SAMLFixtures.verify(maker.document())
        #expect(assertion.id == "_assertion")
        #expect(assertion.issuer == SAMLFixtures.entityID)
        #expect(assertion.nameID == "ada")
        #expect(assertion.recipient == SAMLFixtures.recipient)
        #expect(assertion.attributes[SAMLResponseMaker.attributePrefix + "RoleSessionName"] == ["ada@example.com"])
        // The end is 12:05, and clocks may differ by five minutes.
        #expect(assertion.acceptedUntil == SAMLFixtures.now.addingTimeInterval(600))
    }

    @Test("References in values are replaced, and values that are the same text in XML are the same")
    func referencesAreReplaced() throws {
        var maker = try SAMLResponseMaker()
        maker.nameID = "ada &amp; eve"
        maker.attributes.append(("name", ["a &lt; b", "c"]))
        let assertion = try SAMLFixtures.verify(maker.document().replacing("ada &amp; eve", with: "ada &#38; eve"))
        #expect(assertion.nameID == "ada & eve")
        #expect(assertion.attributes["name"] == ["a < b", "c"])
    }

    @Test("Base64 may be broken into lines")
    func linesAreJoined() throws {
        let text = try Data(SAMLResponseMaker().document().utf8).base64EncodedString(options: .lineLength76Characters)
        let expectation = SAMLExpectation(
            recipients: [SAMLFixtures.recipient], audiences: [SAMLFixtures.audience])
        let verifier = SAMLResponseVerifier(metadata: try SAMLFixtures.metadata(), expecting: expectation)
        #expect(try verifier.verify(text, at: SAMLFixtures.now).nameID == "ada")
        #expect(throws: SAMLFault.encoding) { try verifier.verify(text + "!", at: SAMLFixtures.now) }
        #expect(throws: SAMLFault.encoding) {
            try verifier.verify(String(repeating: "A", count: 100_004), at: SAMLFixtures.now)
        }
    }

    @Test("While a provider changes its key, both keys verify")
    func severalKeys() throws {
        #expect(try SAMLFixtures.fault(SAMLResponseMaker().document(), certificates: ["other", "ec", "rsa"]) == nil)
    }

    @Test("A response of another provider's key is refused")
    func foreignKey() throws {
        let fault = try SAMLFixtures.fault(SAMLResponseMaker().document(), certificates: ["other"])
        #expect(fault == .signature(.notVerified))
    }

    @Test(
        "Responses that other software signed are accepted",
        arguments: [
            ("xmlsec1-rsa-sha256", "rsa"), ("xmlsec1-rsa-sha384", "rsa"), ("xmlsec1-rsa-sha512", "rsa"),
            ("xmlsec1-ecdsa-sha256", "ec"), ("pysaml2-assertion", "rsa"), ("pysaml2-response", "rsa"),
            ("pysaml2-both", "rsa"),
        ])
    func otherSoftware(_ file: String, certificate: String) throws {
        let assertion = try SAMLFixtures.verify(SAMLFixtures.text("\(file).xml"), certificates: [certificate])
        #expect(assertion.nameID == "ada")
    }

    @Test("A changed byte anywhere in the signed content is noticed")
    func changedContent() throws {
        let document = try SAMLResponseMaker().document()
        for (old, new) in [(">ada<", ">adb<"), ("role/reader", "role/writer"), ("12:05:00Z", "12:06:00Z")] {
            let fault = try SAMLFixtures.fault(document.replacing(old, with: new))
            #expect(fault == .signature(.notVerified), "\(old)")
        }
    }

    @Test("The metadata's end is the end of its keys")
    func metadataEnds() throws {
        let text = Data(try SAMLResponseMaker().document().utf8).base64EncodedString()
        let expectation = SAMLExpectation(
            recipients: [SAMLFixtures.recipient], audiences: [SAMLFixtures.audience])
        let metadata = try SAMLFixtures.metadata(attributes: #" validUntil="2026-01-01T12:00:00Z""#)
        #expect(throws: SAMLFault.expiredMetadata) {
            try SAMLResponseVerifier(metadata: metadata, expecting: expectation).verify(text, at: SAMLFixtures.now)
        }
    }

    @Test("The description of an assertion does not contain the person")
    func descriptionIsDiscreet() throws {
        let assertion = try SAMLFixtures.verify(SAMLResponseMaker().document())
        #expect(!"\(assertion)".contains("ada"))
        #expect(!String(reflecting: assertion).contains("ada"))
    }
}
