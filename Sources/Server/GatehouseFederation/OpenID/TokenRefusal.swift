// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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

/// Verifies ID tokens of OpenID Connect (OpenID Connect Core 1.0, section 3.1.3.7).
package protocol IDTokenVerifier: Sendable {
    /// Checks the form, the issuer, the signature, the times and the audience of a token, in this order.
    /// - Throws: the first reason for a refusal.
    func verify(_ token: String, from issuer: TrustedIssuer) async throws(TokenRefusal) -> VerifiedIDToken
}
