// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Identity providers that `federatedSignIn` names by their raw values.
public enum IdentityProvider: String, Sendable {
    /// Facebook.
    case facebook = "graph.facebook.com"
    /// Google.
    case google = "accounts.google.com"
    /// Twitter.
    case twitter = "api.twitter.com"
    /// Login with Amazon.
    case amazon = "www.amazon.com"
    /// The app's own server, which obtains tokens from the identity pool.
    case developer = "cognito-identity.amazonaws.com"
    /// Sign in with Apple.
    case apple = "appleid.apple.com"
}
