// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result that an authorization request returns to the client.
package enum ResponseType: String, Sendable {
    /// A code, which the client exchanges for tokens.
    case code
    /// The tokens themselves, the implicit flow.
    case token
}

/// The place of an authorization response (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
package enum ResponseMode: String, Sendable {
    /// In the query of the redirect; never for tokens.
    case query
    /// In the fragment of the redirect, which browsers do not send to servers.
    case fragment
    /// In a form that the browser posts to the redirect URI (OAuth 2.0 Form Post Response Mode).
    case formPost = "form_post"
}

extension ResponseType {
    /// The mode of requests that name none.
    package var defaultMode: ResponseMode { self == .code ? .query : .fragment }
}
