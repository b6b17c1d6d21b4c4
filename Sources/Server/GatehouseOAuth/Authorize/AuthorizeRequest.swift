// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// An authorization request whose parameters are verified against its client.
package struct AuthorizeRequest: Sendable {
    /// The client.
    package let client: AppClientRecord
    /// The pool of the client and of the domain.
    package let pool: UserPoolRecord
    /// The address to which the browser returns.
    package let redirectURI: RedirectURI
    /// Whether the request names the address; the token request then must name it, too (RFC 6749, section 4.1.3).
    package let namesRedirectURI: Bool
    /// The result that the client expects.
    package let type: ResponseType
    /// The place of the result.
    package let mode: ResponseMode
    /// The scopes, without repetitions and in the order of the request; all scopes of the client if it names none.
    package let scopes: [String]
    /// The parameter that is returned unchanged.
    package let state: String?
    /// The claim `nonce` of the ID token.
    package let nonce: String?
    /// The challenge of PKCE, made with S256.
    package let codeChallenge: String?
    /// The pages that the request demands.
    package let prompts: Set<AuthorizePrompt>
    /// The largest age of the authentication in seconds.
    package let maximumAge: Int?
    /// The levels of authentication that satisfy the request, the preferred one first.
    package let levels: [AuthenticationLevel]
    /// The audience of the access token.
    package let resource: String?
    /// The name with which the login page begins.
    package let loginHint: String?
    /// The provider to which the request goes without the login page.
    package let provider: ProviderChoice?

    /// Returns an error for the client of this request.
    package func refusal(_ error: OAuthError, _ description: String? = nil) -> AuthorizeErrorResponse {
        AuthorizeErrorResponse(error, description, to: redirectURI, mode: mode, state: state)
    }
}
