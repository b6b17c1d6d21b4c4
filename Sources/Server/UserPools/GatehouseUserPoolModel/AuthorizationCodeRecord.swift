// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An authorization code (RFC 6749, section 4.1), of which the store keeps only a keyed hash.
///
/// The record of a used code stays until the code expires, so that a second use is recognized.
package struct AuthorizationCodeRecord: Sendable, Equatable {
    /// The lifetime of a code in seconds.
    package static let lifetime: Double = 300

    /// A keyed hash of the code.
    package let hash: [UInt8]
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the app client that the code was issued to.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The redirect URI that the code was sent to.
    package let redirectURI: String
    /// Whether the authorization request named the redirect URI, so that the token request must name it as well.
    package let hasRedirectURI: Bool
    /// What the tokens permit.
    package let grant: TokenGrant
    /// The claim `nonce` of the ID token.
    package let nonce: String?
    /// The PKCE challenge for the method `S256` (RFC 7636, section 4.2); `nil` without PKCE.
    package let codeChallenge: String?
    /// The hash of the browser session that the code came from.
    package let sessionHash: [UInt8]?
    /// The sign-in of the session, with the proofs that counted when the code was issued.
    package let signIn: CompletedSignIn
    /// The changes to the tokens by the PreTokenGeneration trigger, as JSON; `nil` for none.
    package let override: String?
    /// The time by the forward clock from which the code is refused.
    package let expiresAt: Date
    /// The id of the token family that the first use of the code began; `nil` for an unused code.
    package var familyID: String?

    /// Creates the record of a code.
    package init(
        hash: [UInt8], poolID: String, clientID: String, sub: String, redirectURI: String, hasRedirectURI: Bool,
        grant: TokenGrant, nonce: String?, codeChallenge: String?, sessionHash: [UInt8]?, signIn: CompletedSignIn,
        override: String?, expiresAt: Date, familyID: String? = nil
    ) {
        self.hash = hash
        self.poolID = poolID
        self.clientID = clientID
        self.sub = sub
        self.redirectURI = redirectURI
        self.hasRedirectURI = hasRedirectURI
        self.grant = grant
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.sessionHash = sessionHash
        self.signIn = signIn
        self.override = override
        self.expiresAt = expiresAt
        self.familyID = familyID
    }
}
