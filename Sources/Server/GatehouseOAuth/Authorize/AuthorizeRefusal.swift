// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The reason for refusing an authorization request, and the place at which the refusal is shown.
package enum AuthorizeRefusal: Error, Sendable, Equatable {
    /// The client or its redirect URI is not verified, so the browser must not leave this server: it shows the error page.
    case page(HostedError, clientID: String?)
    /// An operation failed, so that nothing is verified; the browser shows the error page.
    case fault(ServiceFault, clientID: String?)
    /// The client receives the refusal at its redirect URI.
    case redirect(AuthorizeErrorResponse)
}

/// The errors that only the error page shows.
package enum HostedError: String, Sendable, CaseIterable {
    /// A parameter is missing, repeated or malformed.
    case invalidRequest = "invalid_request"
    /// The client does not exist, or not in the pool of the domain.
    case unknownClient = "invalid_client"
    /// The redirect URI is not one of the client's.
    case redirectMismatch = "redirect_mismatch"
    /// The parameter `redirect_uri` is missing.
    case missingRedirect = "missing_redirect_uri"
    /// The sign-in took too long, or continued in another browser.
    case expired = "session_expired"
    /// The response of a SAML provider is unusable.
    case invalidSAML = "invalid_saml_response"
    /// The server has too much to do.
    case temporarilyUnavailable = "temporarily_unavailable"
    /// The server failed.
    case serverError = "server_error"
}

/// An error that a client receives at its redirect URI.
package struct AuthorizeErrorResponse: Sendable, Equatable {
    /// The verified address.
    package let redirectURI: RedirectURI
    /// The place of the parameters.
    package let mode: ResponseMode
    /// The parameter of the request, which is returned unchanged.
    package let state: String?
    /// The error.
    package let error: OAuthError
    /// The reason, for developers.
    package let description: String?

    /// Creates an error for a verified address.
    package init(
        _ error: OAuthError, _ description: String? = nil, to redirectURI: RedirectURI, mode: ResponseMode,
        state: String?
    ) {
        self.redirectURI = redirectURI
        self.mode = mode
        self.state = state
        self.error = error
        self.description = description
    }
}
