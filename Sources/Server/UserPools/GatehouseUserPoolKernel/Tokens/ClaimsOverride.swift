// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// Applies the changes of the PreTokenGeneration trigger to the claims of a token.
///
/// Claims on which the validity of the token depends never change, and suppression takes precedence over all other
/// changes.
enum ClaimsOverride {
    /// Claims that the trigger cannot change, in any token.
    private static let fixed: Set<String> = [
        "acr", "amr", "at_hash", "auth_time", "azp", "exp", "iat", "identities", "iss", "jti", "nbf", "nonce",
        "origin_jti", "sub", "token_use", "username", "client_id", "event_id", "device_key", "version", "act",
    ]
    private static let groups = "cognito:groups"
    private static let groupClaims = [groups, "cognito:roles", "cognito:preferred_role"]

    /// The claims of an ID token.
    static func idToken(
        _ claims: [WireName: WireValue], _ changes: PreTokenGeneration.Claims
    ) -> [WireName: WireValue] {
        changed(claims, changes) { name, _ in name != "aud" && !name.hasPrefix("dev:") }
    }

    /// The claims of an access token of this client.
    static func accessToken(
        _ claims: [WireName: WireValue], _ override: PreTokenGeneration, clientID: String
    ) -> [WireName: WireValue] {
        var claims = changed(claims, override.accessToken) { name, value in
            name == "aud" ? value == .string(clientID) : name != "scope"
        }
        guard !override.addedScopes.isEmpty || !override.suppressedScopes.isEmpty else { return claims }
        var scopes = (claims["scope"]?.stringValue ?? "").split(separator: " ").map(String.init)
        for scope in override.addedScopes where !scopes.contains(scope) { scopes.append(scope) }
        scopes.removeAll(where: override.suppressedScopes.contains)
        claims["scope"] = .string(scopes.joined(separator: " "))
        return claims
    }

    private static func changed(
        _ claims: [WireName: WireValue], _ changes: PreTokenGeneration.Claims,
        mayAdd: (String, WireValue) -> Bool
    ) -> [WireName: WireValue] {
        var claims = claims
        for (name, value) in changes.added where !isFixed(name.text) && mayAdd(name.text, value) {
            claims[name] = value
        }
        for name in changes.suppressed where !isFixed(name) && name != "aud" && name != "scope" {
            claims[name] = nil
        }
        if changes.suppressed.contains(groups) {
            for name in groupClaims { claims[name] = nil }
        }
        return claims
    }

    private static func isFixed(_ name: String) -> Bool {
        fixed.contains(name) || name.hasPrefix("cognito:")
    }
}
