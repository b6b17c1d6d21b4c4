// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The reason for refusing an authorization request, and the place at which the refusal is shown.
package enum AuthorizeRefusal: Error, Sendable, Equatable {
    /// The client or its redirect URI is not verified, so the browser must not leave this server: it shows the error page.
    ///
    /// `note` is for the log alone.
    case page(HostedError, clientID: String?, note: String? = nil)
    /// An operation failed, so that nothing is verified; the browser shows the error page.
    case fault(ServiceFault, clientID: String?)
    /// The client receives the refusal at its redirect URI.
    case redirect(AuthorizeErrorResponse)
}

extension AuthorizeRefusal {
    /// The refusal of a request for a client that the pool does not have.
    static func unknownClient(_ id: String, ofPool poolID: String) -> AuthorizeRefusal {
        .page(.unknownClient, clientID: id, note: "The user pool \(poolID) has no app client \(id.prefix(128))")
    }

    /// The refusal of an address that is not registered.
    static func mismatch(
        of parameter: String, _ address: String, registered: [String]?, clientID: String
    ) -> AuthorizeRefusal {
        .page(
            .redirectMismatch, clientID: clientID,
            note: note(onMismatchOf: parameter, address, registered: registered, clientID: clientID))
    }

    /// What the log says about an address that is not registered; queries stay out of the log.
    static func note(
        onMismatchOf parameter: String, _ address: String, registered: [String]?, clientID: String
    ) -> String {
        let known = (registered ?? []).map(withoutQuery).joined(separator: ", ")
        return "\(parameter) \(withoutQuery(String(address.prefix(300)))) is not registered for the app client "
            + "\(clientID), which has \(known.isEmpty ? "none" : known)"
    }

    private static func withoutQuery(_ address: String) -> String {
        let start = address.prefix { $0 != "?" }
        return start.endIndex == address.endIndex ? address : start + "?…"
    }
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
