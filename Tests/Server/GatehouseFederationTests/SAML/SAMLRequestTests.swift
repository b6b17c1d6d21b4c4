// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire
import Testing

@testable import GatehouseFederation

@Suite("Requests to SAML providers")
struct SAMLRequestTests {
    private let request = SAMLAuthnRequest(
        id: "_1", issuer: "urn:amazon:cognito:sp:us-east-1_A", destination: "https://idp.example.com/sso?a=1&b=2",
        recipient: "https://pool.example/saml2/idpresponse", issuedAt: SAMLFixtures.now)

    @Test("A request names this server, its address and the provider's, and is well-formed XML")
    func authnRequest() throws {
        let root = try XMLReader.root(Array(request.document.utf8), limits: .message)
        #expect(root.name == SAMLNames.ofProtocol("AuthnRequest"))
        #expect(root[attribute: "ID"] == "_1")
        #expect(root[attribute: "Destination"] == "https://idp.example.com/sso?a=1&b=2")
        #expect(root[attribute: "AssertionConsumerServiceURL"] == "https://pool.example/saml2/idpresponse")
        #expect(root[attribute: "IssueInstant"] == "2026-01-01T12:00:00Z")
        #expect(root[attribute: "ForceAuthn"] == nil)
        #expect(root.only(SAMLNames.ofAssertion("Issuer"))?.text == "urn:amazon:cognito:sp:us-east-1_A")
        #expect(root.only(SAMLNames.ofProtocol("NameIDPolicy"))?[attribute: "AllowCreate"] == "true")
    }

    @Test(
        "A name with markup stays a name in a request for a sign-out",
        arguments: [#"a"><saml:NameID>b</saml:NameID>&lt;"#, "a<\u{301}b/>&\u{301}lt;\"\u{301}", "a'\t\r\nb"])
    func markup(in name: String) throws {
        let logout = SAMLLogoutRequest(
            id: "_2", issuer: "urn:x", destination: "https://idp.example.com/slo",
            session: SAMLSession(nameID: name, nameFormat: name, index: name), issuedAt: SAMLFixtures.now)
        let root = try XMLReader.root(Array(logout.document.utf8), limits: .message)
        #expect(root.only(SAMLNames.ofAssertion("NameID"))?.text == name)
        #expect(root.only(SAMLNames.ofAssertion("NameID"))?.attributes.map(\.value) == [name])
        #expect(root.only(SAMLNames.ofProtocol("SessionIndex"))?.text == name)
    }

    @Test("A stored session of a provider is read as it was; a part that is too long is left out")
    func session() {
        for session in [
            SAMLSession(nameID: "ä\"", nameFormat: "urn:a", nameQualifier: "b", serviceQualifier: "c", index: "d"),
            SAMLSession(nameID: "a"),
        ] {
            #expect(SAMLSession(stored: session.stored) == session)
        }
        #expect(SAMLSession(nameID: "a", index: String(repeating: "i", count: 1_025)) == SAMLSession(nameID: "a"))
        #expect(SAMLSession(stored: "{}") == nil && SAMLSession(stored: "a") == nil)
    }

    @Test("The bytes in the query inflate to the document")
    func deflate() throws {
        let bytes = Array("hello".utf8)
        #expect(SAMLRedirect.deflated(bytes) == [1, 5, 0, 0xFA, 0xFF] + bytes)
        #expect(SAMLRedirect.deflated([]) == [1, 0, 0, 0xFF, 0xFF])
        let long = SAMLRedirect.deflated([UInt8](repeating: 7, count: 65_536))
        #expect(long[0] == 0)
        #expect(Array(long.suffix(6)) == [1, 1, 0, 0xFE, 0xFF, 7])
    }

    @Test("A signed redirect has its parameters in the order that the signature covers")
    func signature() throws {
        let key = try SAMLFixtures.key()
        let redirect = SAMLRedirect(to: request.destination, request.document, relayState: "s &")
        let address = try redirect.address(signedBy: key, SwiftCryptoRSASigner())
        let query = try #require(address.firstRange(of: "&b=2&")).upperBound
        let fields = try FormFields.read(String(address[query...]), maximum: 8)
        #expect(fields.map(\.name) == ["SAMLRequest", "RelayState", "SigAlg", "Signature"])
        #expect(fields[1].value == "s &")
        let end = try #require(address.firstRange(of: "&Signature=")).lowerBound
        let expected = try SwiftCryptoRSASigner().sign(Array(address[query..<end].utf8), with: key)
        #expect(Base64.decode(fields[3].value) == expected)
        let plain = try redirect.address(signedBy: nil, SwiftCryptoRSASigner())
        #expect(!plain.contains("Signature"))
    }
}
