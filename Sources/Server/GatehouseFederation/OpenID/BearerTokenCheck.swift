// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseServerCrypto
package import GatehouseWire

/// Checks the claims of a token for an API that accepts ID tokens and access tokens, after its signature was verified.
struct BearerTokenCheck: Sendable {
    /// The most audiences of a token.
    private static let mostAudiences = 100

    let issuer: TrustedIssuer
    /// The present moment in seconds since 1970.
    private let now: Int64

    init(issuer: TrustedIssuer, now: Date) {
        self.issuer = issuer
        self.now = Int64(now.timeIntervalSince1970.rounded(.down))
    }

    /// Checks use, subject and times.
    /// - Throws: the first reason for a refusal, in this order.
    func verified(_ claims: [WireName: WireValue]) throws(TokenRefusal) -> VerifiedBearerToken {
        try checkUse(claims)
        _ = try IDTokenCheck.subject(of: claims)
        guard let expiry = try IDTokenCheck.time("exp", claims) else { throw .missingClaim("exp") }
        guard now < expiry else { throw .expired(now: now, expiry: expiry) }
        let issued = try IDTokenCheck.time("iat", claims)
        let start = max(issued ?? 0, try IDTokenCheck.time("nbf", claims) ?? 0)
        guard start <= now + IDTokenCheck.clockSkew else { throw .notYetValid(now: now, start: start) }
        return VerifiedBearerToken(
            claims: claims, clients: try clients(of: claims), expiresAt: Self.date(expiry),
            issuedAt: issued.map(Self.date), authenticatedAt: try IDTokenCheck.time("auth_time", claims).map(Self.date))
    }

    /// Refuses tokens that the same keys sign for the issuer itself: logout tokens (OpenID Connect Back-Channel Logout
    /// 1.0, section 2.4) and Keycloak's refresh tokens.
    private func checkUse(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        guard claims["events"] == nil else { throw .notIDToken }
        if let type = claims["typ"]?.stringValue, ["Refresh", "Offline", "Logout"].contains(type) { throw .notIDToken }
        switch (claims["token_use"], issuer.kind) {
        case (nil, .provider): return
        case (nil, .userPool): throw .missingClaim("token_use")
        case (let use?, _):
            guard let use = use.stringValue, ["id", "access"].contains(use) else { throw .notIDToken }
            // An access token without a user is one of a machine, which no rule of a user pool is about.
            guard issuer.kind == .provider || use == "id" || claims["username"]?.stringValue != nil else {
                throw .missingClaim("username")
            }
        }
    }

    /// The clients that the token names: those of `aud`, and the one that it was issued to.
    ///
    /// Access tokens of user pools have `client_id` in place of `aud`.
    private func clients(of claims: [WireName: WireValue]) throws(TokenRefusal) -> [String] {
        guard issuer.kind == .provider else {
            let name = claims["token_use"]?.stringValue == "access" ? "client_id" : "aud"
            guard let client = claims[WireName(name)]?.stringValue else { throw .missingClaim(name) }
            return [client]
        }
        let audiences =
            claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard audiences.count <= Self.mostAudiences else { throw .missingClaim("aud") }
        return audiences + [claims["azp"]?.stringValue].compactMap(\.self)
    }

    private static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}

/// What a verified ID token or access token of another issuer says.
package struct VerifiedBearerToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// All members of the payload.
    package let claims: [WireName: WireValue]
    /// The clients of which the rule of an API may accept one: those in `aud` and the one in `azp`, or for a user pool
    /// the one that the token was issued to.
    package let clients: [String]
    /// The time from which the token is refused.
    package let expiresAt: Date
    /// The time of its issue; `nil` for an access token that does not tell it.
    package let issuedAt: Date?
    /// The time at which the person signed in; `nil` if the token does not tell it.
    package let authenticatedAt: Date?

    /// Creates the result of a successful verification.
    package init(
        claims: [WireName: WireValue], clients: [String], expiresAt: Date, issuedAt: Date? = nil,
        authenticatedAt: Date? = nil
    ) {
        self.claims = claims
        self.clients = clients
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.authenticatedAt = authenticatedAt
    }

    /// Never contains a claim.
    package var description: String { "VerifiedBearerToken" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
