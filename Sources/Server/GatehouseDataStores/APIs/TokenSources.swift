// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A user pool whose tokens an API accepts.
package struct UserPoolSource: Hashable, Sendable {
    /// The id of the pool.
    package var id: String
    /// A regular expression that the ids of accepted app clients match; `nil` accepts all clients of the pool.
    package var clientExpression: String?
    /// The `iss` of the tokens of a pool of another server; `nil` for a pool of this server.
    package var issuer: String?

    /// Makes a source.
    package init(id: String, clientExpression: String? = nil, issuer: String? = nil) {
        self.id = id
        self.clientExpression = clientExpression
        self.issuer = issuer
    }
}

/// An issuer of OpenID Connect whose ID and access tokens an API accepts: AppSync's `openIDConnectConfig`.
package struct OpenIDSource: Hashable, Sendable {
    /// The address of the issuer, which has the discovery document.
    package var issuer: String
    /// A regular expression that a client in `aud` or `azp` matches; `nil` accepts all clients of the issuer.
    package var clientExpression: String?
    /// The time in milliseconds for which a token is accepted after its issue; `nil` or 0 without a limit.
    package var issueLifetime: Int?
    /// The time in milliseconds for which a token is accepted after its person has signed in; `nil` or 0 without a
    /// limit.
    package var authenticationLifetime: Int?

    /// Makes a source.
    package init(
        issuer: String, clientExpression: String? = nil, issueLifetime: Int? = nil, authenticationLifetime: Int? = nil
    ) {
        self.issuer = issuer
        self.clientExpression = clientExpression
        self.issueLifetime = issueLifetime
        self.authenticationLifetime = authenticationLifetime
    }
}

/// The function that authorizes the callers of an API: AppSync's `lambdaAuthorizerConfig`.
package struct AuthorizerSource: Hashable, Sendable {
    /// The ARN of the function.
    package var function: String
    /// The time in seconds for which a result is kept, unless the result says another one: 0 to 3,600.
    package var resultLifetime: Int
    /// A regular expression that a token must match before the function is called; `nil` calls it about all tokens.
    package var tokenExpression: String?

    /// Makes a source.
    package init(function: String, resultLifetime: Int = 0, tokenExpression: String? = nil) {
        self.function = function
        self.resultLifetime = resultLifetime
        self.tokenExpression = tokenExpression
    }
}
