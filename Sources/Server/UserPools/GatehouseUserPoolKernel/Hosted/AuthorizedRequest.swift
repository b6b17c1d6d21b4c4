// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// An authorization request whose client, redirect URI and parameters were verified.
package struct AuthorizedRequest: Sendable {
    /// The app client.
    package let client: AppClientRecord
    /// The client's user pool.
    package let pool: UserPoolRecord
    /// The redirect URI, which is one of the client's callback URLs.
    package let redirectURI: String
    /// Whether the request named the redirect URI.
    package let hasRedirectURI: Bool
    /// The scopes and the resource that the request asked for and that the client may have.
    package let grant: TokenGrant
    /// The parameter `nonce`.
    package let nonce: String?
    /// The parameter `code_challenge`, for the method `S256`.
    package let codeChallenge: String?

    /// Creates the description of a request.
    package init(
        client: AppClientRecord, pool: UserPoolRecord, redirectURI: String, hasRedirectURI: Bool, grant: TokenGrant,
        nonce: String? = nil, codeChallenge: String? = nil
    ) {
        self.client = client
        self.pool = pool
        self.redirectURI = redirectURI
        self.hasRedirectURI = hasRedirectURI
        self.grant = grant
        self.nonce = nonce
        self.codeChallenge = codeChallenge
    }
}
