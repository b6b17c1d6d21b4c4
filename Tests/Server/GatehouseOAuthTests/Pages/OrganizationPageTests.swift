// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Testing

@Suite("Providers on the login page")
struct OrganizationPageTests {
    /// A pool whose client has the provider `corp` for addresses at `corp.example`, and the provider `open` for all.
    private static func make() async throws -> HostedPool {
        let hosted = try await HostedPool.make()
        let details = [
            "client_id": "app", "client_secret": "s", "authorize_scopes": "openid",
            "oidc_issuer": "https://op.example.com", "attributes_request_method": "GET",
            "authorize_url": "https://op.example.com/authorize", "token_url": "https://op.example.com/token",
            "jwks_uri": "https://op.example.com/keys", "attributes_url": "https://op.example.com/me",
        ]
        let fixture = hosted.fixture
        for (name, identifiers) in [("corp", ["corp.example"]), ("open", nil)] {
            _ = try await fixture.administrator.createIdentityProvider(
                CreateIdentityProviderRequest(
                    userPoolId: fixture.poolID, providerName: name, providerType: .oidc, providerDetails: details,
                    idpIdentifiers: identifiers))
        }
        try await fixture.administrator.pools.records.write { [id = fixture.client.id] store in
            var (client, _) = try store.existingClient(id)
            client.description.supportedIdentityProviders = ["COGNITO", "corp", "open"]
            try store.update(client)
        }
        return hosted
    }

    @Test("are buttons, but for those that an email address selects")
    func buttons() async throws {
        let hosted = try await Self.make()
        var browser = hosted.browser
        try await browser.open(hosted.address("/login"))
        #expect(browser.html.contains("identity_provider=open"))
        #expect(!browser.html.contains("identity_provider=corp"))
        #expect(browser.forms.count == 2 && browser.forms[0]["provider_address"] != nil)
    }

    @Test(
        "are selected by the domain of an email address, and the browser goes on from a page",
        arguments: ["ada@corp.example", "ADA@CORP.EXAMPLE", "corp.example"])
    func organization(address: String) async throws {
        let hosted = try await Self.make()
        var browser = hosted.browser
        try await browser.open(hosted.address("/login"))
        // A page in between: the policy of the login page lets no form lead to a provider.
        #expect(browser.response?.header("Content-Security-Policy")?.contains("form-action 'self' https://app") == true)
        try await browser.submit(["provider_address": address])
        #expect(browser.status == 200)
        #expect(browser.html.contains("http-equiv=\"refresh\""))
        let path = try #require(browser.html.firstMatch(of: /url=(\/domains\/shop\/oauth2\/authorize\?[^"]*)"/)?.1)
        try await browser.open(String(path).replacing("&amp;", with: "&"))
        #expect(browser.location?.hasPrefix("https://op.example.com/authorize?") == true)
    }

    @Test("are unknown for other addresses, which is an error on the page", arguments: ["ada@other.example", "@", " "])
    func unknown(address: String) async throws {
        let hosted = try await Self.make()
        var browser = hosted.browser
        try await browser.open(hosted.address("/login"))
        try await browser.submit(["provider_address": address])
        #expect(browser.status == 400)
        #expect(browser.text.contains("No organization is known for this email address."))
    }
}
