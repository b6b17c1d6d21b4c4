// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The error codes of OAuth 2.0 and OpenID Connect that endpoints answer.
package enum OAuthError: String, Sendable, CaseIterable {
    /// A parameter is missing, repeated or malformed (RFC 6749, section 5.2).
    case invalidRequest = "invalid_request"
    /// The client is unknown or not authenticated.
    case invalidClient = "invalid_client"
    /// The code or the refresh token is used, expired, unknown, or another client's.
    case invalidGrant = "invalid_grant"
    /// The client must not use the grant.
    case unauthorizedClient = "unauthorized_client"
    /// The server does not have the grant type.
    case unsupportedGrantType = "unsupported_grant_type"
    /// The server does not have the response type (RFC 6749, section 4.1.2.1).
    case unsupportedResponseType = "unsupported_response_type"
    /// The token to revoke is not a refresh token (RFC 7009, section 2.2.1).
    case unsupportedTokenType = "unsupported_token_type"
    /// A scope does not exist or is not the client's.
    case invalidScope = "invalid_scope"
    /// The access token is expired or revoked (RFC 6750, section 3.1).
    case invalidToken = "invalid_token"
    /// The user or a trigger refused (RFC 6749, section 4.1.2.1).
    case accessDenied = "access_denied"
    /// The request must not show a page, and no user is signed in (OpenID Connect Core, section 3.1.2.6).
    case loginRequired = "login_required"
    /// The user was not authenticated at a level that the request demands (OpenID Connect Core Error Code
    /// unmet_authentication_requirements 1.0).
    case unmetRequirements = "unmet_authentication_requirements"
    /// The server does not read requests in signed objects (OpenID Connect Core, section 3.1.2.6).
    case requestNotSupported = "request_not_supported"
    /// The server does not fetch requests from addresses of clients (OpenID Connect Core, section 3.1.2.6).
    case requestURINotSupported = "request_uri_not_supported"
    /// The resource is not one absolute URI without a fragment (RFC 8707, section 2).
    case invalidTarget = "invalid_target"
    /// The server failed.
    case serverError = "server_error"
    /// The server has too much to do (RFC 6749, section 4.1.2.1).
    case temporarilyUnavailable = "temporarily_unavailable"
}
