// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import Testing

@Suite("Metadata of SAML providers")
struct SAMLMetadataTests {
    private func flaw(_ text: String) -> SAMLMetadataFlaw? {
        do {
            _ = try SAMLMetadata(text)
            return nil
        } catch {
            return error
        }
    }

    @Test("Name, keys and end are read")
    func isRead() throws {
        let text = try SAMLFixtures.metadataText(
            certificates: ["rsa", "ec", "rsa"], attributes: #" validUntil="2026-01-01T12:00:00Z""#)
        let metadata = try SAMLMetadata(text)
        #expect(metadata.entityID == SAMLFixtures.entityID)
        #expect(metadata.keys.map(\.kind) == [.rsa, .ellipticCurve])
        #expect(metadata.validUntil == SAMLFixtures.now)
    }

    @Test("Of the ends of the entity and of the provider in it, the earlier one counts")
    func earlierEnd() throws {
        let text = try SAMLFixtures.metadataText(attributes: #" validUntil="2026-01-02T12:00:00Z""#)
        for (end, expected) in [("2026-01-01T12:00:00Z", 0.0), ("2026-01-03T12:00:00Z", 86_400)] {
            let descriptor = #"<md:IDPSSODescriptor validUntil="\#(end)" "#
            let metadata = try SAMLMetadata(text.replacing("<md:IDPSSODescriptor ", with: descriptor))
            #expect(metadata.validUntil == SAMLFixtures.now.addingTimeInterval(expected))
        }
    }

    @Test("Metadata that pysaml2 wrote is read")
    func pysaml2() throws {
        let metadata = try SAMLMetadata(SAMLFixtures.text("pysaml2-metadata.xml"))
        #expect(metadata.entityID == SAMLFixtures.entityID)
        #expect(metadata.keys == (try SAMLFixtures.metadata().keys))
    }

    @Test("The addresses for redirects are read, and no others")
    func addresses() throws {
        let text = try SAMLFixtures.metadataText()
        let metadata = try SAMLMetadata(text)
        #expect(metadata.signOnAddress == "https://idp.example.com/redirect?a=b")
        #expect(metadata.signOutAddress == "https://idp.example.com/logout")
        for (old, new) in [
            ("HTTP-Redirect", "HTTP-Artifact"), ("https://idp.example.com", "javascript://idp.example.com"),
            ("https://idp.example.com/", "https://ada@idp.example.com/"),
        ] {
            let other = try SAMLMetadata(
                text.replacing(#"Location="\#(old)"#, with: #"Location="\#(new)"#).replacing(
                    "bindings:\(old)", with: "bindings:\(new)"))
            #expect(other.signOnAddress == nil && other.signOutAddress == nil, "\(new)")
        }
    }

    @Test("A key without a use signs, and a key for encryption does not")
    func uses() throws {
        #expect(flaw(try SAMLFixtures.metadataText(use: "")) == nil)
        #expect(flaw(try SAMLFixtures.metadataText(use: #" use="encryption""#)) == .noKey)
    }

    @Test("RSA keys below 2048 bits are refused, and leave a good key beside them usable")
    func shortKey() throws {
        #expect(flaw(try SAMLFixtures.metadataText(certificates: ["short"])) == .badKey)
        #expect(flaw(try SAMLFixtures.metadataText(certificates: ["short", "short"])) == .badKey)
        let good = try SAMLFixtures.metadata(certificates: ["rsa"]).keys
        for certificates in [["short", "rsa"], ["rsa", "short"]] {
            #expect(try SAMLFixtures.metadata(certificates: certificates).keys == good)
        }
    }

    @Test("A certificate that cannot be read leaves a good one beside it usable")
    func unreadableCertificate() throws {
        let text = try SAMLFixtures.metadataText(certificates: ["rsa", "ec"])
        let damaged = text.replacing(try SAMLFixtures.text("rsa.cert"), with: "AAAA")
        #expect(try SAMLMetadata(damaged).keys.map(\.kind) == [.ellipticCurve])
    }

    @Test("Metadata with a declaration of the prefix xml is read, as templates of providers have it")
    func xmlDeclaration() throws {
        let declaration = #"<md:EntityDescriptor xmlns:xml="http://www.w3.org/XML/1998/namespace" "#
        let text = try SAMLFixtures.metadataText().replacing("<md:EntityDescriptor ", with: declaration)
        #expect(try SAMLMetadata(text) == (try SAMLFixtures.metadata()))
    }

    @Test("A certificate that cannot be read is refused")
    func badCertificate() throws {
        let text = try SAMLFixtures.metadataText()
        let certificate = try SAMLFixtures.text("rsa.cert")
        #expect(flaw(text.replacing(certificate, with: "AAAA")) == .badKey)
        #expect(flaw(text.replacing(certificate, with: certificate.dropLast(8) + "AAAAAAAA")) == nil)
        #expect(flaw(text.replacing(certificate, with: "\(certificate.dropLast(4))")) == .badKey)
    }

    @Test("More than eight keys are refused")
    func manyKeys() throws {
        let many = Array(repeating: "rsa", count: 9)
        #expect(flaw(try SAMLFixtures.metadataText(certificates: many)) == .tooManyKeys)
    }

    @Test("Documents that are not the metadata of one provider are refused")
    func otherDocuments() throws {
        let text = try SAMLFixtures.metadataText()
        #expect(flaw("") == .document(.malformed(at: 0)))
        #expect(flaw("<a/>") == .noEntity)
        let entities = #"<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">"#
        let aggregate = text.replacing("<md:EntityDescriptor", with: entities + "<md:EntityDescriptor")
        #expect(flaw(aggregate + "</EntitiesDescriptor>") == .noEntity)
        #expect(flaw(text.replacing("entityID=", with: "entity=")) == .noEntity)
        #expect(flaw(text.replacing("IDPSSODescriptor", with: "SPSSODescriptor")) == .noProvider)
        #expect(flaw(text.replacing("SAML:2.0:protocol", with: "SAML:1.1:protocol")) == .noProvider)
        #expect(flaw(text.replacing("<!-- A provider. -->", with: "<!DOCTYPE a>")) == .document(.documentType))
        let ended = try SAMLFixtures.metadataText(attributes: #" validUntil="tomorrow""#)
        #expect(flaw(ended) == .badTime)
    }

    @Test("A document is read again only after it changed")
    func cache() throws {
        let cache = SAMLMetadataCache()
        let text = try SAMLFixtures.metadataText()
        let other = try SAMLFixtures.metadataText(certificates: ["other"])
        let first = try cache.metadata(ofProvider: "a", document: text)
        #expect(try cache.metadata(ofProvider: "a", document: text) == first)
        #expect(try cache.metadata(ofProvider: "a", document: other) != first)
        #expect(throws: SAMLMetadataFlaw.noEntity) { try cache.metadata(ofProvider: "a", document: "<a/>") }
    }
}
