// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The triggers of sign-ins that continue at a provider: their order, and their errors in the redirect to the app.
@Suite(.hangLimit) struct ProviderTriggerTests {
    private static let triggers: [Trigger] = [
        .inboundFederation, .preSignUp, .postConfirmation, .preAuthentication, .postAuthentication, .preTokenGeneration,
        .userMigration, .customMessage, .customEmailSender,
    ]

    /// Signs a person in, and returns the redirects from the provider and to the app.
    private func signIn(_ fixture: ProviderFixture) async throws -> (returned: GatewayResponse, app: String) {
        let returned = try await fixture.finish(fixture.begin("&identity_provider=corp&scope=openid"))
        let location = returned.header("Location") ?? ""
        guard location.hasPrefix(fixture.hosted.base) else { return (returned, location) }
        let cookie = String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        let app = await fixture.hosted.get(
            "/oauth2/authorize", String(location.drop { $0 != "?" }.dropFirst()), headers: [("Cookie", cookie)])
        return (returned, app.header("Location") ?? "")
    }

    @Test func `the first sign-in and a later one call their triggers in the service's order`() async throws {
        let triggers = ScriptedTriggers(accepting: Self.triggers)
        let fixture = try await ProviderFixture.make(triggers: triggers)
        #expect(try await signIn(fixture).app.hasPrefix("https://app.example/cb?code="))
        let first = [
            "InboundFederation_ExternalProvider", "PreSignUp_ExternalProvider", "PostConfirmation_ConfirmSignUp",
            "TokenGeneration_HostedAuth",
        ]
        #expect(triggers.sources == first)
        #expect(triggers.request("InboundFederation_ExternalProvider")?["attributes"]?["idToken"]?["sub"] == "c1")
        #expect(triggers.request("TokenGeneration_HostedAuth")?["userAttributes"]?["email"] == "a@example.com")
        #expect(try await signIn(fixture).app.hasPrefix("https://app.example/cb?code="))
        #expect(
            Array(triggers.sources.dropFirst(first.count)) == [
                "InboundFederation_ExternalProvider", "PreAuthentication_Authentication",
                "PostAuthentication_Authentication", "TokenGeneration_HostedAuth",
            ])
    }

    @Test(arguments: [
        (Trigger.inboundFederation, false), (.preSignUp, false), (.postConfirmation, false), (.preAuthentication, true),
        (.postAuthentication, true),
    ])
    func `the error of a trigger is in the redirect to the app, and no session begins`(
        _ trigger: Trigger, isLater: Bool
    ) async throws {
        let triggers = ScriptedTriggers(accepting: Self.triggers, failing: trigger, with: "Not today")
        let fixture = try await ProviderFixture.make(triggers: triggers)
        if isLater { #expect(try await signIn(fixture).app.contains("?code=")) }
        let (returned, app) = try await signIn(fixture)
        let text = "\(trigger.rawValue)+failed+with+error+Not+today."
        #expect(app.hasPrefix("https://app.example/cb?error_description=\(text)&state=s+1&error=invalid_request&iss="))
        #expect(returned.header("Set-Cookie") == nil)
    }

    @Test func `the error of PreTokenGeneration is in the redirect to the app as well`() async throws {
        let triggers = ScriptedTriggers(accepting: Self.triggers, failing: .preTokenGeneration, with: "Not today")
        let fixture = try await ProviderFixture.make(triggers: triggers)
        let app = try await signIn(fixture).app
        #expect(app.contains("?error_description=PreTokenGeneration+failed+with+error+Not+today.&"))
        #expect(app.contains("&error=invalid_request&"))
    }
}
