// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Browser sessions of sign-ins with a provider that another client of the pool does not offer.
///
/// Where a client has the users of a company's provider alone, a person who has signed up in the pool by another client
/// must not get its tokens.
@Suite(.tags(.security), .hangLimit) struct ProviderSessionTests {
    @Test func `a session of the pool gives nothing to a client that offers a provider alone`() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        #expect(await hosted.authorize(cookie).contains("?code="))
        try await hosted.offer(["corp"])
        #expect(await hosted.authorize(cookie).hasPrefix("/domains/shop/login?"))
        #expect(await hosted.authorize(cookie, "&prompt=none").contains("error=login_required"))
        let page = await hosted.get("/login", hosted.query(), headers: [cookie])
        #expect(page.status == 200 && !String(decoding: page.body, as: UTF8.self).contains("alice"))
        let passkeys = await hosted.get("/passkeys/add", hosted.query(), headers: [cookie])
        #expect(passkeys.header("Location")?.hasPrefix("/domains/shop/login?") == true)
        try await hosted.offer(["corp", "COGNITO"])
        #expect(await hosted.authorize(cookie).contains("?code="))
    }

    @Test func `a session of a provider gives nothing to a client that offers the pool or another provider`()
        async throws
    {
        let fixture = try await ProviderFixture.make()
        let returned = try await fixture.finish(fixture.begin())
        let cookie = (name: "Cookie", value: String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" }))
        #expect(await fixture.hosted.authorize(cookie).contains("?code="))
        for offered in [["COGNITO"], [], ["Corp"], ["corp2", "COGNITO"]] {
            try await fixture.hosted.offer(offered)
            #expect(await fixture.hosted.authorize(cookie).hasPrefix("/domains/shop/login?"), "\(offered)")
        }
    }

    @Test func `a provider that gets the name of a removed one does not revive its sessions and codes`() async throws {
        let fixture = try await ProviderFixture.make()
        let hosted = fixture.hosted
        let returned = try await fixture.finish(fixture.begin())
        let cookie = (name: "Cookie", value: String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" }))
        let code = try await hosted.code(cookie)
        let (admin, poolID) = (hosted.fixture.administrator, hosted.fixture.poolID)
        let described = try await admin.describeIdentityProvider(
            DescribeIdentityProviderRequest(userPoolId: poolID, providerName: "corp")
        ).identityProvider
        try await admin.deleteIdentityProvider(
            DeleteIdentityProviderRequest(userPoolId: poolID, providerName: "corp"))
        _ = try await admin.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: poolID, providerName: "corp", providerType: .oidc,
                providerDetails: described.providerDetails ?? [:]))
        try await hosted.offer(["corp"])
        #expect(await hosted.authorize(cookie).hasPrefix("/domains/shop/login?"))
        #expect(await hosted.exchange(code).oauthError == "400 invalid_grant")
    }

    @Test func `a user of a provider adds a passkey after a new sign-in there`() async throws {
        let fixture = try await ProviderFixture.make { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        }
        let hosted = fixture.hosted
        let returned = try await fixture.finish(fixture.begin())
        let cookie = (name: "Cookie", value: String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" }))
        #expect(await hosted.get("/passkeys/add", hosted.query(), headers: [cookie]).status == 200)
        hosted.fixture.gatehouse.clock.advance(by: 601)
        #expect(await hosted.authorize(cookie).contains("?code="))
        let refused = await hosted.get("/passkeys/add", hosted.query(), headers: [cookie])
        let login = refused.header("Location") ?? ""
        #expect(login.hasPrefix("/domains/shop/login?"))
        // The button of the provider on the login page keeps the fields of its query.
        for field in ["max_age=600", "prompt=login", "continue=passkeys"] { #expect(login.contains("&" + field)) }
        let begun = try await fixture.begin("&max_age=600&prompt=login&continue=passkeys&identity_provider=corp")
        #expect(begun.fields["prompt"] == "login" && begun.fields["max_age"] == "600")
        let now = fixture.now.timeIntervalSince1970
        let stale = try await fixture.finish(begun, claims: ["auth_time": .integer(Int64(now) - 901)])
        #expect(stale.header("Location")?.contains("error=login_required") == true)
        let again = try await fixture.begin("&max_age=600&prompt=login&continue=passkeys&identity_provider=corp")
        let recent = try await fixture.finish(again, claims: ["auth_time": .integer(Int64(now))])
        #expect(recent.header("Location")?.hasPrefix("/domains/shop/passkeys/add?") == true)
    }
}

extension HostedFixture {
    /// Sets the providers that the client offers.
    fileprivate func offer(_ providers: [String]) async throws {
        try await fixture.administrator.pools.records.write { [id = fixture.client.id] store in
            var (client, _) = try store.existingClient(id)
            client.description.supportedIdentityProviders = providers
            try store.update(client)
        }
    }

    /// The address to which an authorization request leads a browser.
    fileprivate func authorize(_ cookie: (name: String, value: String), _ others: String = "") async -> String {
        await get("/oauth2/authorize", query(others), headers: [cookie]).header("Location") ?? ""
    }
}
