// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

/// The changes that a trigger may make to the claims of tokens.
@Suite struct ClaimsOverrideTests {
    private static let claims: WireMembers = [
        "sub": "s", "aud": "client1", "token_use": "id", "email": "a@example.com", "dev:x": "1",
        "cognito:username": "ada", "cognito:groups": ["g"], "cognito:roles": ["r"], "cognito:preferred_role": "r",
        "scope": "one two", "client_id": "client1",
    ]

    private static func changes(
        adding added: [WireName: WireValue] = [:], suppressing suppressed: Set<String> = []
    ) -> PreTokenGeneration.Claims {
        PreTokenGeneration.Claims(added: added, suppressed: suppressed)
    }

    @Test(arguments: [
        "acr", "amr", "at_hash", "auth_time", "azp", "exp", "iat", "identities", "iss", "jti", "nbf", "nonce",
        "origin_jti", "sub", "token_use", "cognito:username", "username", "client_id", "event_id", "device_key",
        "version", "cognito:groups", "cognito:roles", "cognito:preferred_role", "cognito:anything",
    ])
    func `a reserved claim is neither added, replaced nor suppressed`(_ name: String) {
        let added = Self.changes(adding: [WireName(name): "evil"])
        #expect(ClaimsOverride.idToken(Self.claims, added) == Self.claims)
        var override = PreTokenGeneration(accessToken: added)
        #expect(ClaimsOverride.accessToken(Self.claims, override, clientID: "client1") == Self.claims)
        guard name != "cognito:groups" else { return }
        let suppressed = Self.changes(suppressing: [name])
        #expect(ClaimsOverride.idToken(Self.claims, suppressed) == Self.claims)
        override = PreTokenGeneration(accessToken: suppressed)
        #expect(ClaimsOverride.accessToken(Self.claims, override, clientID: "client1") == Self.claims)
    }

    @Test func `anything else is added, replaced and suppressed, and suppression wins`() {
        let changed = ClaimsOverride.idToken(
            Self.claims, Self.changes(adding: ["email": "b", "new": ["x": 1], "gone": 1], suppressing: ["gone"]))
        #expect(changed["email"] == "b")
        #expect(changed["new"] == ["x": 1])
        #expect(changed["gone"] == nil)
        #expect(ClaimsOverride.idToken(Self.claims, Self.changes(suppressing: ["email"]))["email"] == nil)
    }

    @Test func `developers' attributes can be suppressed only`() {
        #expect(ClaimsOverride.idToken(Self.claims, Self.changes(adding: ["dev:x": "2"]))["dev:x"] == "1")
        #expect(ClaimsOverride.idToken(Self.claims, Self.changes(suppressing: ["dev:x"]))["dev:x"] == nil)
    }

    @Test func `without groups there are no roles`() throws {
        let changed = ClaimsOverride.idToken(Self.claims, Self.changes(suppressing: ["cognito:groups"]))
        let claims = try #require(WireValue(json: changed.jsonBytes()).objectValue)
        #expect(claims.keys.filter { $0.text.hasPrefix("cognito:") } == ["cognito:username"])
    }

    @Test(arguments: [("client1", "client1"), ("other", "old")])
    func `an access token's audience is the client or as it was`(_ value: WireValue, _ expected: WireValue) {
        let override = PreTokenGeneration(accessToken: Self.changes(adding: ["aud": value], suppressing: ["aud"]))
        let changed = ClaimsOverride.accessToken(["aud": "old"], override, clientID: "client1")
        #expect(changed["aud"] == expected)
        #expect(ClaimsOverride.idToken(["aud": "old"], override.idToken)["aud"] == "old")
    }

    @Test func `scopes change by their own lists alone`() {
        let override = PreTokenGeneration(
            accessToken: Self.changes(adding: ["scope": "evil"], suppressing: ["scope"]),
            addedScopes: ["two", "three", "four"], suppressedScopes: ["one", "four"])
        let changed = ClaimsOverride.accessToken(Self.claims, override, clientID: "client1")
        #expect(changed["scope"] == "two three")
    }
}
