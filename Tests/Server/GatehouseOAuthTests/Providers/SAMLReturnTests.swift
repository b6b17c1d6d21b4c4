// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("Sign-ins that continue at a SAML provider")
struct SAMLReturnTests {
    private static let acs = "http://localhost:9229/domains/shop/saml2/idpresponse"

    private static func make(_ more: [String: String] = [:]) async throws -> (ProviderFixture, TestSAMLProvider) {
        let provider = try TestSAMLProvider()
        let fixture = try await ProviderFixture.make(
            .saml, more: ["MetadataFile": provider.metadata].merging(more) { $1 })
        return (fixture, provider)
    }

    /// The identifier in a request of the redirect binding, whose bytes are not compressed.
    private func requestID(_ fields: [String: String]) throws -> String {
        let bytes = try #require(Base64.decode(fields["SAMLRequest"] ?? ""))
        let document = String(decoding: bytes.dropFirst(5), as: UTF8.self)
        let start = try #require(document.firstRange(of: " ID=\"")).upperBound
        return String(document[start...].prefix { $0 != "\"" })
    }

    private func response(
        _ provider: TestSAMLProvider, _ fixture: ProviderFixture, to request: String?, as name: String = "ada",
        id: String = "_assertion", change: (inout SAMLResponseMaker) -> Void = { _ in }
    ) throws -> String {
        try provider.response(to: "", at: fixture.now) { maker in
            maker.recipient = Self.acs
            maker.destination = #" Destination="\#(Self.acs)""#
            maker.audience = "urn:amazon:cognito:sp:\(fixture.hosted.fixture.poolID)"
            maker.nameID = name
            maker.assertionID = id
            maker.attributes = [("email", ["a@example.com"])]
            if let request {
                maker.responseTo = #" InResponseTo="\#(request)""#
                maker.confirmedTo = #" InResponseTo="\#(request)""#
            }
            change(&maker)
        }
    }

    private func post(
        _ response: String, _ relay: String, _ fixture: ProviderFixture, headers: [(name: String, value: String)]
    ) async -> GatewayResponse {
        let form = FormFields.text([("SAMLResponse", response), ("RelayState", relay)])
        return await fixture.hosted.post("/saml2/idpresponse", form, headers: headers)
    }

    @Test("A person comes back from a SAML provider with a session; the response and the state work once")
    func roundTrip() async throws {
        let (fixture, provider) = try await Self.make()
        let begun = try await fixture.begin()
        #expect(begun.response.header("Location")?.hasPrefix("https://idp.example.com/redirect?a=b&SAML") == true)
        let request = try requestID(begun.fields)
        let response = try response(provider, fixture, to: request)
        let relay = begun.fields["RelayState"] ?? ""
        let returned = await post(response, relay, fixture, headers: [begun.cookie])
        #expect(returned.status == 303)
        #expect(returned.header("Location")?.hasPrefix("/domains/shop/oauth2/authorize?") == true)
        #expect(try await fixture.hosted.fixture.user("corp_ada").userStatus == .externalProvider)
        let again = await post(response, relay, fixture, headers: [begun.cookie])
        #expect(again.header("Location")?.contains("error=session_expired") == true)
    }

    @Test("A SAML provider reaches the lowest level only", arguments: [(1, true), (2, false)])
    func level(_ level: Int, isReached: Bool) async throws {
        let (fixture, provider) = try await Self.make()
        let begun = try await fixture.begin("&identity_provider=corp&acr_values=urn%3Acognito%3Aloa%3A\(level)")
        let response = try response(provider, fixture, to: requestID(begun.fields))
        let returned = await post(response, begun.fields["RelayState"] ?? "", fixture, headers: [begun.cookie])
        let location = returned.header("Location") ?? ""
        #expect(location.hasPrefix("/domains/shop/oauth2/authorize?") == isReached)
        #expect(location.contains("error=unmet_authentication_requirements") == !isReached)
    }

    @Test("A response to another request, to no request, and to another address is refused")
    func otherRequest() async throws {
        let (fixture, provider) = try await Self.make()
        let other = try requestID(try await fixture.begin().fields)
        for change in [0, 1, 2] {
            let begun = try await fixture.begin()
            let own = try requestID(begun.fields)
            let response = try response(provider, fixture, to: [other, nil, own][change]) { maker in
                if change == 2 { maker.recipient = "https://other.example/saml2/idpresponse" }
            }
            let answer = await post(
                response, begun.fields["RelayState"] ?? "", fixture, headers: [begun.cookie])
            #expect(answer.header("Location")?.contains("error=invalid_saml_response") == true)
        }
    }

    @Test("An assertion for one sign-in is refused in another one, even if it answers that, too")
    func assertionReplay() async throws {
        let (fixture, provider) = try await Self.make(["IDPInit": "true"])
        let relay = "identity_provider=corp&" + fixture.hosted.query()
        let response = try response(provider, fixture, to: nil)
        #expect(await post(response, relay, fixture, headers: []).status == 303)
        let again = await post(response, relay, fixture, headers: [])
        #expect(again.header("Location")?.contains("error=invalid_saml_response") == true)
    }

    @Test("A sign-in that begins at the provider needs its permission, and a response to no request")
    func begunAtProvider() async throws {
        let (fixture, provider) = try await Self.make()
        let relay = "identity_provider=corp&" + fixture.hosted.query()
        let refused = await post(try response(provider, fixture, to: nil), relay, fixture, headers: [])
        #expect(refused.header("Location")?.contains("error=invalid_saml_response") == true)
        let (open, other) = try await Self.make(["IDPInit": "true"])
        let answering = await post(
            try response(other, open, to: "_1"), "identity_provider=corp&" + open.hosted.query(), open, headers: [])
        #expect(answering.header("Location")?.contains("error=invalid_saml_response") == true)
    }

    @Test("A form without a response, and one with a text that is none, show the error page")
    func malformed() async throws {
        let (fixture, _) = try await Self.make()
        let begun = try await fixture.begin()
        let empty = await fixture.hosted.post("/saml2/idpresponse", "RelayState=x", headers: [begun.cookie])
        #expect(empty.header("Location")?.contains("error=invalid_saml_response") == true)
        let text = await post("not base64!", begun.fields["RelayState"] ?? "", fixture, headers: [begun.cookie])
        #expect(text.header("Location")?.contains("error=invalid_saml_response") == true)
        let long = await post(
            String(repeating: "A", count: 100_004), begun.fields["RelayState"] ?? "", fixture, headers: [begun.cookie])
        #expect(long.status == 303)
    }

    @Test("A signed request has a signature of the pool's key")
    func signedRequest() async throws {
        let (fixture, _) = try await Self.make(["RequestSigningAlgorithm": "rsa-sha256"])
        let begun = try await fixture.begin()
        #expect(begun.fields["SigAlg"] == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        #expect(Base64.decode(begun.fields["Signature"] ?? "")?.count == 256)
    }

    @Test func `the log names the provider and the reason for a refusal`() async throws {
        let (fixture, provider) = try await Self.make()
        let changes: [(reason: String, change: (inout SAMLResponseMaker) -> Void)] = [
            ("saml_audience", { $0.audience = "urn:amazon:cognito:sp:other" }),
            ("saml_recipient", { $0.recipient = "https://other.example/saml2/idpresponse" }),
            ("saml_request", { $0.responseTo = #" InResponseTo="_other""# }),
        ]
        for (reason, change) in changes {
            let begun = try await fixture.begin()
            let response = try response(provider, fixture, to: try requestID(begun.fields), change: change)
            let log = LogLines()
            let form = FormFields.text([("SAMLResponse", response), ("RelayState", begun.fields["RelayState"] ?? "")])
            let answer = await fixture.hosted.fixture.gateway(logger: log.logger).respond(
                to: GatewayRequest(
                    method: "POST", path: fixture.hosted.base + "/saml2/idpresponse",
                    headers: [begun.cookie, ("Content-Type", "application/x-www-form-urlencoded")],
                    body: Data(form.utf8)))
            #expect(answer.header("Location")?.contains("error=invalid_saml_response") == true)
            let line = try #require(log.all.first { $0.contains("operation=saml-response") })
            #expect(line.contains("code=invalid_saml_response") && line.contains("refused_by=\(reason)"))
            #expect(line.contains("principal=\(fixture.hosted.fixture.poolID)/corp"))
            #expect(!line.contains("example.com"))
        }
    }
}
