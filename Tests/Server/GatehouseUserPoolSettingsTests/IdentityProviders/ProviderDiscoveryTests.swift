// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ProviderDiscoveryTests {
    private static let issuer = "https://op.example.com"
    private static let address = issuer + "/.well-known/openid-configuration"
    private static let document = """
        {"issuer": "https://op.example.com", "jwks_uri": "https://op.example.com/keys",
         "authorization_endpoint": "https://op.example.com/authorize?x=y",
         "token_endpoint": "https://op.example.com/token", "userinfo_endpoint": "https://op.example.com/me"}
        """
    private static let details = PoolFixture.social.merging(
        ["oidc_issuer": issuer, "attributes_request_method": "GET"]
    ) { $1 }

    private func fixture(_ body: String = document, status: Int = 200) async throws -> PoolFixture {
        let documents = ProviderDocuments(answers: [Self.address: (status, body)])
        return try await PoolFixture.make(on: TestGatehouse(fetch: documents))
    }

    private func refusal(of body: String, status: Int = 200) async throws -> ServiceFault? {
        let fixture = try await fixture(body, status: status)
        return try await fault { try await fixture.createProvider("corp", .oidc, details: Self.details) }
    }

    @Test func `the addresses come from the issuer's document`() async throws {
        let fixture = try await fixture()
        let made = try await fixture.createProvider("corp", .oidc, details: Self.details)
        let added = [
            "authorize_url": "https://op.example.com/authorize?x=y", "token_url": "https://op.example.com/token",
            "attributes_url": "https://op.example.com/me", "jwks_uri": "https://op.example.com/keys",
            "attributes_url_add_attributes": "false",
        ]
        #expect(made.providerDetails == Self.details.merging(added) { $1 })
        #expect(try await fixture.provider("corp") == made)
    }

    @Test func `an address of the request is kept, and with all of them no document is needed`() async throws {
        let fixture = try await fixture()
        let own = Self.details.merging(["token_url": "https://op.example.com/mine"]) { $1 }
        let made = try await fixture.createProvider("corp", .oidc, details: own)
        #expect(made.providerDetails?["token_url"] == "https://op.example.com/mine")
        #expect(made.providerDetails?["jwks_uri"] == "https://op.example.com/keys")
        let alone = try await PoolFixture.make()
        try await alone.createProvider("corp", .oidc, details: PoolFixture.openID)
    }

    @Test func `an issuer that gives no document is refused without a word about the network`() async throws {
        let expected = ServiceFault.invalidParameter("Unable to contact well-known endpoint")
        #expect(try await refusal(of: Self.document, status: 404) == expected)
        let fixture = try await fixture()
        let inside = Self.details.merging(["oidc_issuer": "http://169.254.169.254"]) { $1 }
        #expect(try await fault { try await fixture.createProvider("corp", .oidc, details: inside) } == expected)
        #expect(try await refusal(of: String(repeating: " ", count: 65_537)) == expected)
    }

    @Test(arguments: [
        "[]", "{", #"{"issuer": "https://other.example.com", "jwks_uri": "https://op.example.com/keys"}"#,
        #"{"issuer": "https://op.example.com", "jwks_uri": "http://op.example.com/keys"}"#,
        #"{"issuer": "https://op.example.com", "jwks_uri": "https://op.example.com/keys"}"#,
        document.replacing("https://op.example.com/token", with: "http://op.example.com/token"),
        document.replacing("https://op.example.com/authorize", with: "javascript:alert"),
    ])
    func `a document of another issuer, or without what a sign-in needs, is refused`(_ body: String) async throws {
        let refusal = try await refusal(of: body)
        #expect(refusal?.code == .invalidParameter)
        #expect(refusal?.message.hasPrefix("Invalid OpenID configuration of https://op.example.com: ") == true)
    }
}
