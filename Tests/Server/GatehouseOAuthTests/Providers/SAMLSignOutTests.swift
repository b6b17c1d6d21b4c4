// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCrypto
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("Sign-outs that continue at a SAML provider")
struct SAMLSignOutTests {
    private static let acs = "http://localhost:9229/domains/shop/saml2/idpresponse"

    /// Signs Ada in at a provider with some details, and out; returns the provider's address and its fields.
    private func signOut(
        _ details: [String: String]
    ) async throws -> (hosted: HostedFixture, location: String, fields: [String: String]) {
        let provider = try TestSAMLProvider()
        let settings = ["MetadataFile": provider.metadata, "IDPInit": "true"].merging(details) { $1 }
        let fixture = try await ProviderFixture.make(.saml, more: settings)
        let (hosted, id) = (fixture.hosted, fixture.hosted.fixture.client.id)
        let response = try provider.response(to: "", at: fixture.now) { maker in
            maker.recipient = Self.acs
            maker.destination = #" Destination="\#(Self.acs)""#
            maker.audience = "urn:amazon:cognito:sp:\(hosted.fixture.poolID)"
            maker.nameFormat = #"urn:format" NameQualifier="urn:idp" SPNameQualifier="urn:group"#
            maker.statement = """
                <saml:AuthnStatement AuthnInstant="2026-01-01T12:00:00Z" SessionIndex="_session"></saml:AuthnStatement>
                """
        }
        let form = FormFields.text([
            ("SAMLResponse", response), ("RelayState", "identity_provider=corp&" + hosted.query()),
        ])
        let returned = await hosted.post("/saml2/idpresponse", form)
        let session = String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        let answer = await hosted.get(
            "/logout", "client_id=\(id)&logout_uri=https%3A%2F%2Fapp.example%2Fbye", headers: [("Cookie", session)])
        let location = answer.header("Location") ?? ""
        let items = URLComponents(string: location)?.queryItems ?? []
        return (hosted, location, Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 })
    }

    @Test("The request to the provider is signed, and names the person and the session as the provider does")
    func request() async throws {
        let (_, location, fields) = try await signOut(["IDPSignout": "true"])
        #expect(location.hasPrefix("https://idp.example.com/logout?SAMLRequest="))
        #expect(fields["SigAlg"] == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        #expect(Base64.decode(fields["Signature"] ?? "")?.count == 256)
        let bytes = try #require(Base64.decode(fields["SAMLRequest"] ?? ""))
        let document = String(decoding: bytes.dropFirst(5), as: UTF8.self)
        let name = #"<saml:NameID Format="urn:format" NameQualifier="urn:idp" SPNameQualifier="urn:group">ada<"#
        #expect(document.contains(name + "/saml:NameID><samlp:SessionIndex>_session</samlp:SessionIndex>"))
    }

    @Test("The browser returns by a form or by a redirect, and only with the text that was sent with the request")
    func returned() async throws {
        let (hosted, _, fields) = try await signOut(["IDPSignout": "true"])
        let (relay, refused) = (fields["RelayState"] ?? "", "/domains/shop/error?error=invalid_saml_response")
        for (text, expected) in [(relay, "https://app.example/bye"), (relay + "A", refused), ("", refused)] {
            let form = FormFields.text([("SAMLResponse", "any"), ("RelayState", text)])
            #expect(await hosted.post("/saml2/logout", form).header("Location") == expected)
            #expect(await hosted.get("/saml2/logout", form).header("Location") == expected)
        }
    }

    @Test("A provider without IDPSignout gets no request")
    func notDemanded() async throws {
        #expect(try await signOut([:]).location == "https://app.example/bye")
    }
}
