// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel
import GatehouseWire

/// The claims of a derived token: those of the subject's token, with narrower limits.
struct DerivedTokenClaims {
    /// The claims that belong to one token, or to its first issue.
    private static let ofOneToken: [WireName] = ["jti", "iat", "exp", "nonce", "at_hash"]
    private static let ofGroups: [WireName] = ["cognito:groups", "cognito:roles", "cognito:preferred_role"]

    let subject: ExchangedToken
    /// The claim `act`; `nil` for an impersonation.
    let actor: WireValue?
    let client: AppClientRecord
    let groups: GroupClaims
    /// The changes of the PreTokenGeneration trigger.
    let override: PreTokenGeneration
    /// The time of the issue and of the expiry, in seconds since 1970.
    let issuedAt: Int64, expiresAt: Int64

    /// The payload of an ID token.
    func idToken(id: String) -> [UInt8] {
        var claims = common(id: id)
        claims.merge(groups.idToken) { $1 }
        return WireValue.object(ClaimsOverride.idToken(claims, override.idToken)).jsonBytes()
    }

    /// The payload of an access token with a grant, which the trigger can only narrow, and its scopes.
    func accessToken(id: String, grant: TokenGrant) -> (payload: [UInt8], scopes: [String]?) {
        var claims = common(id: id)
        claims.merge(groups.accessToken) { $1 }
        claims = ClaimsOverride.accessToken(claims, override, clientID: client.id)
        let scopes = grant.scopes.filter { !override.suppressedScopes.contains($0) }
        claims["scope"] = .string(scopes.joined(separator: " "))
        claims["aud"] = grant.audience.map(WireValue.string)
        return (WireValue.object(claims).jsonBytes(), scopes)
    }

    private func common(id: String) -> [WireName: WireValue] {
        var claims = subject.claims.all
        for name in Self.ofOneToken + Self.ofGroups { claims[name] = nil }
        claims["jti"] = .string(id)
        claims["iat"] = .integer(issuedAt)
        claims["exp"] = .integer(expiresAt)
        claims["act"] = actor
        return claims
    }
}
