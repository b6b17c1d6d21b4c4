// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseServerCrypto
package import GatehouseWire

/// Verifies ID tokens of OpenID Connect (OpenID Connect Core 1.0, section 3.1.3.7), with the keys that their issuers
/// publish.
package struct OpenIDVerifier: Sendable {
    private let keys: IssuerKeys
    private let clock: WallClock

    /// Creates the verifier; it fetches nothing before the first token, and passes each failed fetch to `report`.
    package init(
        fetch: any OutboundFetch, clock: WallClock, report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        keys = IssuerKeys(fetch: fetch, clock: clock, report: report)
        self.clock = clock
    }

    /// Checks the form, the issuer, the signature, the times and the audience of a token, in this order.
    /// - Throws: the first reason for a refusal.
    package func verify(
        _ token: String, from issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> VerifiedIDToken {
        let token = try await authentic(try ForeignToken(token), from: issuer)
        return try IDTokenCheck(issuer: issuer, now: clock.now).verified(token.unverifiedClaims)
    }

    /// Checks an ID token or an access token (RFC 9068) for an API that accepts both: the form, the issuer, the
    /// signature, the use and the times, in this order.
    ///
    /// The clients of the issuer do not matter: the caller compares those that the result names.
    /// - Throws: the first reason for a refusal.
    package func verifyBearer(
        _ token: String, from issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> VerifiedBearerToken {
        let token = try await authentic(try ForeignToken(token, types: ForeignToken.bearerTypes), from: issuer)
        return try BearerTokenCheck(issuer: issuer, now: clock.now).verified(token.unverifiedClaims)
    }

    /// The issuer that a token names, which any client may have written; `nil` for an invalid token, and for one without
    /// an issuer.
    package static func claimedIssuer(of token: String) -> String? {
        guard let jws = try? UnverifiedJWS(token, requiringKeyID: false),
            let claims = try? ForeignToken.object(jws.payload)
        else { return nil }
        return claims["iss"]?.stringValue
    }

    /// The token, if the issuer has signed it.
    private func authentic(
        _ token: ForeignToken, from issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> ForeignToken {
        // Before the keys, so that a token of another issuer causes no request.
        try IDTokenCheck(issuer: issuer, now: clock.now).checkIssuer(token.unverifiedClaims)
        let key = try await keys.key(token.jws.keyID, for: token.algorithm, of: issuer)
        do {
            _ = try token.jws.verified(by: key)
        } catch {
            throw .unverifiable
        }
        return token
    }
}

/// What a verified token of another provider says.
///
/// Its claims never decide about roles by name (`cognito:roles`), because the provider is no user pool of the account.
package struct VerifiedIDToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's issuer or domain, and the person's identifier there.
    package let identity: ExternalIdentity
    /// The client that the token was issued to: `azp` if the token has it, else `aud`.
    package let audience: String
    /// All members of the payload; the claims of a social provider are `iss`, `aud` and `sub` alone.
    package let claims: [WireName: WireValue]

    /// Creates the result of a successful verification.
    package init(identity: ExternalIdentity, audience: String, claims: [WireName: WireValue]) {
        self.identity = identity
        self.audience = audience
        self.claims = claims
    }

    /// Contains the provider; never the person.
    package var description: String { "VerifiedIDToken(\(identity.provider))" }
    package var customMirror: Mirror { Mirror(self, children: ["provider": identity.provider]) }
}

/// The reason why a token of another provider is refused; each service has its own code and text for it.
package enum TokenRefusal: Error, Sendable, Equatable {
    /// The text is not an ID token: not a JWT, or one for another use, such as an access token.
    case notIDToken
    /// The signature, its algorithm or its key is not acceptable.
    case unverifiable
    /// The issuer is another one than the provider's.
    case wrongIssuer
    /// The token lacks a claim, or has it in a form that is not allowed.
    case missingClaim(String)
    /// The token has a claim in two forms with different contents.
    case contradictoryClaims(String)
    /// The token has expired; both are in seconds since 1970.
    case expired(now: Int64, expiry: Int64)
    /// The token is not yet valid; both are in seconds since 1970.
    case notYetValid(now: Int64, start: Int64)
    /// The token was issued to another client.
    case wrongAudience
    /// The provider does not answer; the text is for the log.
    case providerUnavailable(String)
}

extension TokenRefusal: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .notIDToken: "token_form"
        case .unverifiable: "token_signature"
        case .wrongIssuer: "token_issuer"
        case .missingClaim, .contradictoryClaims: "token_claims"
        case .expired: "token_expired"
        case .notYetValid: "token_not_yet_valid"
        case .wrongAudience: "token_audience"
        case .providerUnavailable: "provider_unavailable"
        }
    }
}
